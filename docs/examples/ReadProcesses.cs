using System.Text.Json;

var storage = args[0]; // http://127.0.0.1:8080/demo/showcase
using var client = new HttpClient();
client.DefaultRequestHeaders.Add("symbio-auth-token", Environment.GetEnvironmentVariable("TOKEN"));
client.DefaultRequestHeaders.Add("api-version", "4.0");

const int size = 500;
for (var page = 1; ; page++)
{
    var address = $"{storage}/_api/rest/facets/processes/views/list/elements?$page={page}&$pageSize={size}&$resources=attributes";
    using var answer = await client.GetAsync(address);
    using var body = JsonDocument.Parse(await answer.Content.ReadAsStringAsync());
    if (!answer.IsSuccessStatusCode)
    {
        throw new InvalidOperationException(body.RootElement.GetProperty("message").GetString());
    }

    foreach (var element in body.RootElement.GetProperty("elements").EnumerateArray())
    {
        if (element.GetProperty("type").GetString() != "subProcess") continue;
        var attributes = element.GetProperty("attributes");
        Console.WriteLine($"{Text(attributes, "name")} ({Text(attributes, "version")}, {element.GetProperty("state").GetString()})");
    }

    if (body.RootElement.GetProperty("count").GetInt32() < size) break;
}

// A value in English, else in German, else without language: 1033, 1031 and 127 are culture ids.
static string Text(JsonElement attributes, string name)
{
    if (!attributes.TryGetProperty(name, out var values)) return "";
    foreach (var culture in new[] { "1033", "1031", "127" })
    {
        if (values.TryGetProperty(culture, out var text)) return text.ToString();
    }

    return "";
}
