// Thirty calls by the generated client. Prints how many there were; ends with an error at the first that fails.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	client "facetclient"
)

const element = "ELEMENT"

var calls int

// must counts a call and returns its parsed answer.
func must[T any](answer T, response *http.Response, err error) T {
	if err != nil {
		log.Fatalf("call %d: %v", calls+1, err)
	}
	if response.StatusCode != 200 {
		log.Fatalf("call %d: %s", calls+1, response.Status)
	}
	calls++
	return answer
}

func check(holds bool, what string) {
	if !holds {
		log.Fatalf("after call %d: %s", calls, what)
	}
}

func main() {
	settings := client.NewConfiguration()
	settings.Servers = client.ServerConfigurations{{URL: os.Args[1]}}
	api := client.NewAPIClient(settings)
	keys := map[string]client.APIKey{"tokenHeader": {Key: os.Args[2]}}
	ctx := context.WithValue(context.Background(), client.ContextAPIKeys, keys)
	c, s, f, v := "demo", "showcase", "processes", "detail"

	must(api.ServiceAPI.GetLiveness(ctx).Execute())
	must(api.PeopleAPI.GetCaller(ctx, c, s).ApiVersion("4.0").Execute())
	check(len(must(api.FacetsAndViewsAPI.ListFacets(ctx, c, s).ApiVersion("4.0").Execute()).Values) > 5, "there are facets")
	must(api.FacetsAndViewsAPI.ListViews(ctx, c, s, f).ApiVersion("4.0").Execute())
	page := must(api.ElementsAPI.ListElements(ctx, c, s, f, "list").PageSize(5).Count(true).ApiVersion("4.0").Execute())
	check(len(page.Elements) == 5, "a page has five elements")
	must(api.ElementsAPI.ListElements(ctx, c, s, f, "list").PageSize(5).Page(2).ApiVersion("4.0").Execute())
	few := must(api.ElementsAPI.ListElements(ctx, c, s, f, "list").Filter("type eq 'subProcess'").PageSize(3).ApiVersion("4.0").Execute())
	check(len(few.Elements) == 3, "a filter and a page of three")
	must(api.ElementsAPI.ListElements(ctx, c, s, f, "list").Orderby("name").Select_([]string{"name"}).PageSize(2).ApiVersion("4.0").Execute())
	one := must(api.ElementsAPI.GetElement(ctx, c, s, f, v, element).ApiVersion("4.0").Execute()).Elements[0]
	check(one.Id == element, "an element by its id")
	must(api.ElementsAPI.GetElement(ctx, c, s, f, v, element).Culture(1031).ApiVersion("4.0").Execute())
	must(api.ElementsAPI.GetElementInfo(ctx, c, s, f, v, element).ApiVersion("4.0").Execute())
	check(len(must(api.ElementsAPI.ListVersions(ctx, c, s, f, v, element).ApiVersion("4.0").Execute()).Elements) == 3, "three versions")
	must(api.ElementsAPI.ListChildren(ctx, c, s, f, "tree", element).ApiVersion("4.0").Execute())
	must(api.AttributesAndRelationsAPI.ListAttributes(ctx, c, s, f, v, element).ApiVersion("4.0").Execute())
	must(api.AttributesAndRelationsAPI.GetAttribute(ctx, c, s, f, v, element, "name").ApiVersion("4.0").Execute())
	must(api.AttributesAndRelationsAPI.ListRelated(ctx, c, s, f, v, element).ApiVersion("4.0").Execute())
	must(api.AttributesAndRelationsAPI.GetRelated(ctx, c, s, f, v, element, "author").ApiVersion("4.0").Execute())
	must(api.DiagramsAPI.ListContent(ctx, c, s, f, "diagram", element).ApiVersion("4.0").Execute())
	must(api.ConfigurationAPI.ListTypeConfigs(ctx, c, s, f, "tree").ApiVersion("4.0").Execute())
	must(api.ConfigurationAPI.GetTypeConfig(ctx, c, s, f, "tree", "subProcess").ApiVersion("4.0").Execute())
	must(api.ConfigurationAPI.ListTypes(ctx, c, s).ApiVersion("4.0").Execute())
	must(api.ReportingAPI.GetReporting(ctx, c, s, f, element).ApiVersion("4.0").Execute())
	must(api.StorageAPI.GetStorageInfo(ctx, c, s).ApiVersion("4.0").Execute())
	must(api.StorageAPI.GetRevision(ctx, c, s).ApiVersion("4.0").Execute())
	must(api.ReleaseAPI.ListTransitions(ctx, c, s, element).ApiVersion("4.0").Execute())
	must(api.ReleaseAPI.ListTasks(ctx, c, s).ApiVersion("4.0").Execute())
	must(api.FindingAPI.SearchElements(ctx, c, s).Q("goods").ApiVersion("4.0").Execute())
	must(api.FindingAPI.CountElements(ctx, c, s).By([]string{"type"}).ApiVersion("4.0").Execute())
	must(api.FindingAPI.ListUsages(ctx, c, s, f, v, element).ApiVersion("4.0").Execute())
	must(api.WritingAPI.ListHistory(ctx, c, s, f, v, element).ApiVersion("4.0").Execute())
	_, refused, err := api.ElementsAPI.GetElement(ctx, c, s, f, v, "nowhere").ApiVersion("4.0").Execute()
	check(err != nil && refused.StatusCode == 404, "an unknown element is an error")
	fmt.Println(calls)
}
