// Reads an OpenAPI document and writes it as TypeScript types. A package of its own: openapi-typescript needs an older TypeScript
// than the page.
import { text } from "node:stream/consumers";
import openapiTS, { astToString } from "openapi-typescript";

const types = await openapiTS(await text(process.stdin), {
  // Pairs, such as the x and y of a point, are pairs.
  arrayLength: true,
  // A name for each schema: `Element` instead of `components["schemas"]["Element"]`.
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  rootTypesKeepCasing: true,
});
process.stdout.write(astToString(types));
