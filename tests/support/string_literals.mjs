// Prints the string literals of the page's sources as JSON: [file, line, text]. Also what stands behind `attributes.` or
// `related.` or as a key in such an object: that names a property of the method without quotes. Left out are imports, keys of texts, names of fields in types, and `role=`.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// The folder of the page, whose parser is used, and the folder of the sources.
const [, , web, sources] = process.argv;
const parser = createRequire(join(web, "package.json")).resolve("rolldown/parseAst");
const { parseAst } = await import(pathToFileURL(parser));

const SKIPPED = new Set(["ImportDeclaration", "ExportAllDeclaration", "TSImportType", "TSIndexedAccessType"]);
const TEXTS = new Set(["t", "shell", "useTranslation"]);
const MAPS = new Set(["attributes", "related"]);
const found = [];

function isSkipped(node) {
  if (SKIPPED.has(node.type) || (node.type === "ImportExpression" && node.source.type === "Literal")) return true;
  if (node.type === "JSXAttribute") return node.name.name === "role";
  return node.type === "TSTypeReference" && ["Pick", "Omit"].includes(node.typeName.name);
}

function namedProperty(node) {
  if (node.type !== "MemberExpression" || node.computed) return undefined;
  const holder = node.object.type === "MemberExpression" ? node.object.property.name : node.object.name;
  return MAPS.has(holder) ? node.property.name : undefined;
}

/** The keys of an object, also of those that are spread into it. */
function keysOf(node) {
  if (Array.isArray(node)) return node.flatMap(keysOf);
  if (node?.type === "ObjectExpression") return node.properties.flatMap(keysOf);
  if (node?.type === "Property") return node.computed ? [] : [node.key.name];
  if (node?.type === "SpreadElement") return keysOf(node.argument);
  if (node?.type === "ConditionalExpression") return keysOf([node.consequent, node.alternate]);
  return [];
}

function collect(file, text, node) {
  if (Array.isArray(node)) for (const each of node) collect(file, text, each);
  if (!node || typeof node !== "object" || Array.isArray(node) || isSkipped(node)) return;
  const line = () => text.slice(0, node.start).split("\n").length;
  const value = namedProperty(node) ?? (node.type === "TemplateElement" ? node.value.cooked : node.value);
  if (["Literal", "TemplateElement", "MemberExpression"].includes(node.type) && typeof value === "string")
    found.push([file, line(), value]);
  if (node.type === "Property" && MAPS.has(node.key.name))
    for (const key of keysOf(node.value)) if (key !== undefined) found.push([file, line(), key]);
  const isText = node.type === "CallExpression" && TEXTS.has(node.callee.name);
  for (const [key, child] of Object.entries(node)) if (!(isText && key === "arguments")) collect(file, text, child);
}

for (const file of readdirSync(sources, { recursive: true })) {
  if (!/\.tsx?$/.test(file)) continue;
  const text = readFileSync(join(sources, file), "utf8");
  collect(file.replaceAll("\\", "/"), text, parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }));
}
process.stdout.write(JSON.stringify(found));
