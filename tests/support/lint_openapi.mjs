// Prints the findings of Redocly's linter about an OpenAPI document as JSON: [rule, sentence, place].
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// The folder of the page, among whose packages the linter is, and the file of the document.
const [, , web, file] = process.argv;
const linter = createRequire(join(web, "package.json")).resolve("@redocly/openapi-core");
const { createConfig, lintFromString } = await import(pathToFileURL(linter));

const config = await createConfig({
  extends: ["recommended-strict"],
  // Two operations of the sign-in by OpenID Connect only lead elsewhere: they answer 302 and nothing else.
  rules: { "operation-2xx-response": "off" },
});
const problems = await lintFromString({ source: readFileSync(file, "utf8"), config });
console.log(JSON.stringify(problems.map((each) => [each.ruleId, each.message, each.location[0]?.pointer])));
