param(
    [string] $Storage = 'http://127.0.0.1:8080/demo/showcase',
    [Parameter(Mandatory)] [string] $Token
)

$ErrorActionPreference = 'Stop'
$headers = @{ 'symbio-auth-token' = $Token; 'api-version' = '4.0' }
$processes = "$Storage/_api/rest/facets/processes/views"

# Single quotes keep PowerShell away from the dollar sign in $page and $resources.
$query = '?$page={0}&$pageSize=500&$resources=attributes'

$page = 0
do {
    $page++
    $answer = Invoke-RestMethod -Uri ("$processes/list/elements" + ($query -f $page)) -Headers $headers
    foreach ($element in $answer.elements) {
        if ($element.type -ne 'subProcess') { continue }
        # Cultures are numbers, so their names need quotes: 1033 is English, 127 is every language.
        '{0} ({1}, {2})' -f $element.attributes.name.'1033', $element.attributes.version.'127', $element.state
    }
} while ($answer.count -eq 500)
