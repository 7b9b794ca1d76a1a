// Thirty calls by the generated client. Prints how many there were; ends with an error at the first that fails.
import * as client from "./client/index";

const VERSION = "4.0" as const;
const [base, token] = process.argv.slice(2);
const settings = new client.Configuration({ basePath: base, headers: { "symbio-auth-token": token ?? "" } });
const place = { collectionId: "demo", storageId: "showcase", apiVersion: VERSION };
const facet = { ...place, facetId: "processes" };
const list = { ...facet, viewId: "list" };
const one = { ...facet, viewId: "detail", elementId: "ELEMENT" };

let calls = 0;

async function must<T>(answer: Promise<T>): Promise<T> {
  const parsed = await answer.catch((error: unknown) => {
    throw new Error(`call ${calls + 1}: ${error}`);
  });
  calls += 1;
  return parsed;
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`after call ${calls}: ${what}`);
}

async function main(): Promise<void> {
  const elements = new client.ElementsApi(settings);
  const values = new client.AttributesAndRelationsApi(settings);
  const types = new client.ConfigurationApi(settings);
  const release = new client.ReleaseApi(settings);
  const finding = new client.FindingApi(settings);
  const storage = new client.StorageApi(settings);
  const facets = new client.FacetsAndViewsApi(settings);

  await must(new client.ServiceApi(settings).getLiveness());
  await must(new client.PeopleApi(settings).getCaller(place));
  check((await must(facets.listFacets(place))).values.length > 5, "there are facets");
  await must(facets.listViews(facet));
  const page: client.CurrentElements = await must(elements.listElements({ ...list, $pageSize: 5, $count: true }));
  check(page.elements.length === 5, "a page has five elements");
  await must(elements.listElements({ ...list, $pageSize: 5, $page: 2 }));
  const few = await must(elements.listElements({ ...list, $filter: "type eq 'subProcess'", $pageSize: 3 }));
  check(few.elements.length === 3, "a filter and a page of three");
  await must(elements.listElements({ ...list, $orderby: "name", $select: ["name"], $pageSize: 2 }));
  const [found] = (await must(elements.getElement(one))).elements;
  check(found?.id === one.elementId, "an element by its id");
  await must(elements.getElement({ ...one, $culture: 1031 }));
  await must(elements.getElementInfo(one));
  check((await must(elements.listVersions(one))).elements.length === 3, "three versions");
  await must(elements.listChildren({ ...one, viewId: "tree" }));
  await must(values.listAttributes(one));
  await must(values.getAttribute({ ...one, attributeId: "name" }));
  await must(values.listRelated(one));
  await must(values.getRelated({ ...one, relatedId: "author" }));
  await must(new client.DiagramsApi(settings).listContent({ ...one, viewId: "diagram" }));
  await must(types.listTypeConfigs({ ...facet, viewId: "tree" }));
  await must(types.getTypeConfig({ ...facet, viewId: "tree", type: "subProcess" }));
  await must(types.listTypes(place));
  await must(new client.ReportingApi(settings).getReporting(one));
  await must(storage.getStorageInfo(place));
  await must(storage.getRevision(place));
  await must(release.listTransitions(one));
  await must(release.listTasks(place));
  await must(finding.searchElements({ ...place, q: "goods" }));
  await must(finding.countElements({ ...place, by: ["type"] }));
  await must(finding.listUsages(one));
  await must(new client.WritingApi(settings).listHistory(one));
  const refused = await elements.getElement({ ...one, elementId: "nowhere" }).catch((error: unknown) => error);
  check(refused instanceof client.ResponseError && refused.response.status === 404, "an unknown element is an error");
  console.log(calls);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
