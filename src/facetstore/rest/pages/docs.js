// Shows the OpenAPI document of this service and sends requests to it. No library, nothing from elsewhere.

const base = new URL(".", location.href).href; // The page has no trailing slash: its directory is the service's base address.
const $ = (id) => document.getElementById(id);
const main = $("main");
const narrow = matchMedia("(max-width: 52rem)");
let doc, operations;

// Makes an element: text and elements as children, functions as listeners, everything else as attributes.
function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((each) => each != null));
  return node;
}

const resolve = (value) => (value?.$ref ? { ...value.$ref.slice(2).split("/").reduce((at, key) => at[key], doc), ...value } : value);
const nameOf = (schema) => schema?.$ref?.split("/").pop();

// --- Prose: the little markdown the document uses.

function inline(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*)/).map((part) => {
    if (part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    if (part.startsWith("**")) return h("strong", {}, part.slice(2, -2));
    return part.startsWith("*") && part.length > 1 ? h("em", {}, part.slice(1, -1)) : part;
  });
}

function prose(text = "") {
  return text.trim().split(/\n(?=- )|\n\n/).reduce((blocks, block) => {
    if (!block.startsWith("- ")) return [...blocks, h("p", {}, inline(block))];
    const list = blocks.at(-1)?.tagName === "UL" ? blocks.at(-1) : h("ul");
    list.append(h("li", {}, inline(block.slice(2))));
    return blocks.includes(list) ? blocks : [...blocks, list];
  }, []);
}

// --- Operations: a read and its POST are one entry, everything else at an address has one of its own.

// Another address of the same operation.
const isAlias = ({ id }) => /-(alias|\d)$/.test(id);
const METHODS = ["get", "post", "delete"];

function readOperations() {
  return Object.entries(doc.paths).flatMap(([path, item]) => {
    const isTwin = (method) => method === "post" && item.post.operationId === `${item.get?.operationId}-post`;
    return METHODS.filter((method) => item[method] && !isTwin(method)).map((method) => {
      const operation = item[method];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve);
      const methods = method === "get" && item.post && isTwin("post") ? ["get", "post"] : [method];
      return { ...operation, path, methods, item, id: operation.operationId, parameters, body: operation.requestBody?.content["application/json"], takesFile: "application/octet-stream" in (operation.requestBody?.content ?? {}) };
    });
  });
}

function drawMenu() {
  const wanted = $("search").value.trim().toLowerCase();
  const matches = (each) => `${each.id} ${each.summary} ${each.path} ${each.description}`.toLowerCase().includes(wanted);
  const groups = doc.tags.map(({ name }) => [name, operations.filter((each) => each.tags.includes(name) && !isAlias(each) && matches(each))]);
  $("operations").replaceChildren(...groups.filter(([, found]) => found.length).flatMap(([name, found]) => [
    h("h2", {}, name),
    h("ul", {}, found.map((each) => h("li", {}, h("a", { href: `#${each.id}`, "aria-current": location.hash === `#${each.id}` && "page" }, each.summary)))),
  ]));
  $("nothing").hidden = groups.some(([, found]) => found.length);
}

function show({ focus = true, keep = {} } = {}) {
  const id = decodeURIComponent(location.hash.slice(1));
  const operation = operations.find((each) => each.id === id);
  if (id && !operation) return; // The skip link, or a name that is gone.
  main.replaceChildren(...(operation ? operationPage(operation, keep) : overviewPage()));
  document.title = operation ? `${operation.summary} · Facetstore` : "Facetstore interface";
  drawMenu();
  if (narrow.matches) $("menu").open = false;
  if (focus) { scrollTo(0, 0); main.querySelector("h1").focus({ preventScroll: true }); }
}

function overviewPage() {
  const parts = doc.tags.map(({ name, description }) => [name, description, operations.find((each) => each.tags.includes(name))]).filter((each) => each[2]);
  return [
    h("h1", { tabindex: -1 }, doc.info.title),
    h("p", { class: "lead" }, doc.info.summary),
    h("div", { class: "columns" },
      h("div", {}, ...prose(doc.info.description), h("p", { class: "small quiet" }, "The document behind this page: ", h("a", { href: "_api/openapi.json" }, "openapi.json"))),
      h("section", { class: "parts card", "aria-label": "What there is" },
        parts.map(([name, description, first]) => h("a", { href: `#${first.id}` }, h("b", {}, name), h("span", { class: "quiet small" }, description))))),
  ];
}

function operationPage(operation, keep) {
  const tried = tryIt(operation, keep);
  const others = operations.filter((each) => isAlias(each) && each.id.replace(/-\w+$/, "") === operation.id).map((each) => address("", each.path));
  return [
    h("h1", { tabindex: -1 }, operation.summary),
    address(operation.methods, operation.path), ...others,
    h("div", { class: "columns" },
      h("div", { class: "asked" }, ...prose(operation.description), tried.form),
      tried.panel,
      h("div", { class: "answered" }, h("h2", {}, "Answer"), answerSchema(operation), ...errorAnswers(operation))),
  ];
}

function address(methods, path) {
  const parts = path.split(/({\w+})/).map((part) => (part.startsWith("{") ? h("b", {}, part) : part));
  return h("div", { class: "address" }, [...methods].map((each) => h("span", { class: `method ${each}` }, each.toUpperCase())), h("span", {}, parts));
}

// --- Schemas: a tree that opens level by level, because elements hold elements.

function typeOf(schema) {
  const given = resolve(schema);
  if (given.enum) return given.enum.join(" | ");
  if ("const" in given) return JSON.stringify(given.const);
  if (given.type === "array") return `${typeOf(given.items)}[]`;
  if (nameOf(schema)) return nameOf(schema);
  const several = given.anyOf ?? given.oneOf;
  if (several) return several.map(typeOf).join(" | ");
  return given.type === "object" && mapValue(given) ? `name → ${typeOf(mapValue(given))}` : given.format ?? given.type ?? "any";
}

const mapValue = (schema) => (typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined);

// What is inside a schema: [name, schema, whether it is always there].
function inside(schema) {
  const given = resolve(schema);
  if (given.type === "array") return inside(given.items);
  if (given.properties) return Object.entries(given.properties).map(([name, each]) => [name, each, given.required?.includes(name)]);
  if (given.anyOf ?? given.oneOf) return (given.anyOf ?? given.oneOf).filter((each) => inside(each).length).map((each, n) => [resolve(each).title ?? (n ? "or" : "either"), each, true]);
  return given.type === "object" && mapValue(given) ? [["…", mapValue(given), true]] : [];
}

function schemaTree(schema) {
  return h("ul", { class: "schema" }, inside(schema).map(([name, each, always], n) => {
    const { description: about, title } = resolve(each);
    const line = [h("span", { class: title ? "" : "name" }, name), title ? "" : h("span", { class: "type" }, typeOf(each), always ? "" : "?"), about && h("span", { class: "about" }, inline(about))];
    if (!inside(each).length) return h("li", {}, line);
    const fold = h("details", { open: Boolean(title) && n === 0, toggle: () => fold.children.length < 2 && fold.append(schemaTree(each)) }, h("summary", {}, line));
    return h("li", {}, fold);
  }));
}

function answerSchema(operation) {
  const content = operation.responses[200]?.content;
  if (!content) return h("p", { class: "quiet" }, "No body.");
  const [kind, { schema }] = Object.entries(content)[0];
  return inside(schema).length ? schemaTree(schema) : h("p", { class: "quiet" }, `${kind}. ${resolve(schema).description ?? ""}`);
}

function errorAnswers(operation) {
  const answers = Object.entries(operation.responses).filter(([status]) => status !== "200").map(([status, each]) => [status, resolve(each)]);
  if (!answers.length) return [];
  return [
    h("h2", {}, "Other answers"),
    h("dl", { class: "answers" }, answers.flatMap(([status, each]) => [h("dt", {}, status), h("dd", {}, inline(each.description))])),
    answers.some(([, each]) => nameOf(each.content?.["application/json"]?.schema) === "Error") && h("details", {}, h("summary", {}, "Shape of an error"), schemaTree({ $ref: "#/components/schemas/Error" })),
  ].filter(Boolean);
}

// --- Try it: the parameters are the form.

function tryIt(operation, keep) {
  const fields = operation.parameters.filter((each) => !["collectionId", "storageId"].includes(each.name));
  const isCommon = (each) => each.in === "header" || each.name === "api-version"; // Every operation takes them.
  const rows = (wanted) => fields.filter((each) => isCommon(each) === wanted).map((each) => parameterRow(each, keep));
  const group = (name, inputs) => h("fieldset", { class: "parameters" }, h("legend", { class: "hidden" }, name), inputs);
  const form = h("form", { id: "parameters", submit: (event) => { event.preventDefault(); send(operation); }, input: () => { remember(operation); drawCurl(operation); } },
    rows(false).length ? [h("h2", {}, "Parameters"), group("Parameters", rows(false))] : "",
    operation.body ? bodyField(operation) : operation.takesFile ? fileField() : "",
    fields.some(isCommon) ? h("details", { class: "more" }, h("summary", {}, "Version and caching"), group("Version and caching", rows(true))) : "");
  const methods = h("fieldset", { class: "methods", change: () => drawCurl(operation) }, h("legend", { class: "hidden" }, "Method"),
    operation.methods.map((each, n) => h("label", {}, h("input", { type: "radio", name: "method", value: each, form: "parameters", checked: n === 0 }), each.toUpperCase())));
  const panel = h("section", { class: "try card", "aria-label": "Try it" }, h("h2", {}, "Try it"),
    h("div", { class: "curl" }, h("pre", { id: "curl" }), h("button", { type: "button", click: (event) => copyCurl(operation, event.target) }, "Copy")),
    h("div", { class: "actions" }, methods, h("button", { class: "main", id: "send", form: "parameters" }, "Send")),
    h("div", { id: "result", role: "status" }));
  queueMicrotask(() => { drawCurl(operation); fillElement(operation); });
  return { form, panel };
}

// The body of an upload.
function fileField() {
  return h("section", {}, h("h2", {}, h("label", { for: "body" }, "File")), h("input", { id: "body", type: "file" }));
}

// The body of a write: an example that runs in the demo company, and what may stand in it.
function bodyField({ body, requestBody }) {
  const text = JSON.stringify(body.example, null, 2);
  return [
    h("h2", {}, h("label", { for: "body" }, "Body"), requestBody.required ? "" : h("small", {}, " may be left out")),
    h("textarea", { id: "body", rows: Math.min(24, text.split("\n").length + 1), spellcheck: "false", autocomplete: "off" }, text),
    ...prose(resolve(body.schema).description),
    h("details", {}, h("summary", {}, "Shape of the body"), schemaTree(body.schema)),
  ];
}

// The values of path parameters, remembered from one operation to the next.
const remembered = {};

function remember(operation) {
  for (const each of operation.parameters) if (each.in === "path" && $(`path-${each.name}`)) remembered[`path-${each.name}`] = given(each);
}

// Without an id there is nothing to try: take the first of the list.
async function fillElement(operation) {
  const input = $("path-elementId");
  if (!input || input.value) return;
  await suggest("elementId", $("path-elementId-list"));
  const first = $("path-elementId-list")?.firstElementChild?.value;
  if (first && input.isConnected && !input.value) { input.value = first; drawCurl(operation); }
}

function parameterRow(parameter, keep) {
  const { name, schema, required } = parameter;
  const id = `${parameter.in}-${name}`;
  const limits = [required ? "required" : "", "minimum" in schema ? (schema.maximum > 1e6 ? `from ${schema.minimum}` : `${schema.minimum} to ${schema.maximum}`) : "", parameter.in === "header" ? "header" : "", schema.type === "array" ? "separated by commas" : ""];
  const values = schema.enum ?? (schema.type === "boolean" ? ["true", "false"] : null);
  const value = keep[id] ?? remembered[id] ?? (required && schema.format !== "uuid" ? String(parameter.example) : "");
  const words = schema.items?.enum;
  const input = values
    ? h("select", { id }, h("option", { value: "" }, "–"), values.map((each) => h("option", { selected: each === value }, each)))
    : h("input", { id, value, required, list: `${id}-list`, pattern: schema.pattern, placeholder: words?.slice(0, 2).join(",") ?? (schema.format === "uuid" ? "id" : ""), autocomplete: "off", spellcheck: "false", focus: () => suggest(name, $(`${id}-list`)) });
  return h("div", { class: "parameter" }, h("label", { for: id }, name, h("small", {}, limits.filter(Boolean).join(", "))),
    h("div", {}, input, values ? "" : h("datalist", { id: `${id}-list` }, words?.map((each) => h("option", { value: each })))), h("p", {}, inline(parameter.description ?? "")));
}

const given = (parameter) => $(`${parameter.in}-${parameter.name}`)?.value.trim() ?? "";
const tenant = () => `${encodeURIComponent($("collection").value)}/${encodeURIComponent($("storage").value)}`;
const needsToken = (operation) => operation.security?.length !== 0;

function requestOf(operation) {
  const values = { collectionId: $("collection").value, storageId: $("storage").value };
  for (const each of operation.parameters) if (each.in === "path" && !(each.name in values)) values[each.name] = given(each) || `{${each.name}}`;
  const path = operation.path.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(values[name]).replace(/%7B|%7D/g, decodeURIComponent));
  const filled = (place) => operation.parameters.filter((each) => each.in === place && given(each));
  const query = filled("query").map((each) => `${each.name}=${encodeURIComponent(given(each)).replaceAll("%2C", ",").replaceAll("'", "%27")}`);
  const headers = Object.fromEntries(filled("header").map((each) => [each.name, given(each)]));
  if (needsToken(operation) && $("token").value) headers["symbio-auth-token"] = $("token").value.trim();
  const method = document.querySelector("input[name=method]:checked").value.toUpperCase();
  const body = (operation.takesFile ? $("body")?.files[0] : operation.body && $("body")?.value.trim()) || undefined;
  if (body && operation.body) headers["content-type"] = "application/json";
  return { method, headers, body, url: base + path.slice(1) + (query.length ? `?${query.join("&")}` : "") };
}

const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;

const dataOf = (body) => (body instanceof File ? `--data-binary ${quote(`@${body.name}`)} ` : `-d ${quote(body)} `);

function curlLine({ method, headers, body, url }, operation, masked) {
  const shown = { ...headers };
  if (needsToken(operation)) shown["symbio-auth-token"] = headers["symbio-auth-token"] && masked ? "•".repeat(8) : headers["symbio-auth-token"] ?? "YOUR_TOKEN";
  const quoted = Object.entries(shown).map(([name, value]) => `-H ${quote(`${name}: ${value}`)} `);
  return `curl ${method === "GET" ? "" : `-X ${method} `}${quoted.join("")}${body ? dataOf(body) : ""}'${url}'`;
}

const drawCurl = (operation) => $("curl")?.replaceChildren(curlLine(requestOf(operation), operation, true));

async function copyCurl(operation, button) {
  const line = curlLine(requestOf(operation), operation, false);
  if (navigator.clipboard) await navigator.clipboard.writeText(line);
  else { // Without https browsers have only the old way: what is selected.
    const text = h("textarea", {}, line);
    button.after(text);
    text.select();
    document.execCommand("copy");
    text.remove();
  }
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = "Copy"; }, 1500);
}

async function send(operation) {
  const { url, method, headers, body } = requestOf(operation);
  const result = $("result");
  $("send").disabled = true;
  try {
    const began = performance.now();
    const response = await fetch(url, { method, headers, body, cache: "no-store", credentials: "omit" });
    const text = await response.text();
    result.replaceChildren(...resultView(response, text, performance.now() - began));
  } catch (error) {
    result.replaceChildren(h("p", { class: "result bad" }, `No answer: ${error.message}`));
  } finally {
    $("send")?.removeAttribute("disabled");
  }
}

function resultView(response, text, milliseconds) {
  const size = text.length < 2000 ? `${text.length} B` : `${Math.round(text.length / 1000).toLocaleString("en")} kB`;
  const headers = [...response.headers].flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]);
  return [h("div", { class: "result" },
    h("p", { class: "status" }, h("b", { class: response.ok || response.status === 304 ? "good" : "bad" }, `${response.status} ${response.statusText}`), h("span", { class: "quiet small" }, `${milliseconds.toFixed(0)} ms`), h("span", { class: "quiet small" }, size)),
    h("details", {}, h("summary", {}, "Headers"), h("dl", { class: "headers" }, headers)),
    text && h("div", { class: "body", tabindex: 0, role: "region", "aria-label": "Body of the answer" }, h("pre", {}, ...pretty(text))))];
}

// The JSON with colours; addresses of this service can be followed. Very long answers stay plain.
function pretty(text) {
  let shown = text;
  try { shown = JSON.stringify(JSON.parse(text), null, 2); } catch { return [text.slice(0, 500_000)]; }
  if (shown.length > 300_000) return [`${shown.slice(0, 300_000)}\n… and ${(shown.length - 300_000).toLocaleString("en")} characters more`];
  return shown.split(/("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*|true|false|null)/).map((part, n) => {
    if (!part || n % 4 === 0 || n % 4 === 2) return part ?? "";
    if (n % 4 === 3) return h("span", { class: "n" }, part);
    const target = part.startsWith(`"${base}`) && found(JSON.parse(part));
    return target ? h("span", { class: "s" }, '"', h("a", { href: `#${target.operation.id}`, click: (event) => follow(event, target) }, part.slice(1, -1)), '"') : h("span", { class: "s" }, part);
  }).map((part, n, parts) => (parts[n + 1]?.trim?.() === ":" && part.className === "s" ? Object.assign(part, { className: "k" }) : part));
}

// The operation an address belongs to, and what its variables are there.
function found(url) {
  const path = decodeURI(url.slice(base.length - 1)).replace(/\/$/, "");
  for (const operation of operations.filter((each) => each.methods[0] === "get")) {
    const names = [...operation.path.matchAll(/{(\w+)}/g)].map((each) => each[1]);
    const match = path.match(new RegExp(`^${operation.path.replace(/{\w+}/g, "([^/]+)")}$`, "i"));
    if (match) return { operation, values: Object.fromEntries(names.map((name, n) => [`path-${name}`, match[n + 1]])) };
  }
  return null;
}

function follow(event, { operation, values }) {
  event.preventDefault();
  history.pushState(null, "", `#${operation.id}`);
  show({ keep: values });
  remember(operation);
  send(operation);
}

// --- Where requests go, and what is there to choose from.

async function read(path) {
  const response = await fetch(`${base}${tenant()}/_api/rest/${path}`, { headers: { "symbio-auth-token": $("token").value.trim() }, credentials: "omit" });
  if (!response.ok) throw Object.assign(new Error(`${response.status}`), { status: response.status });
  return response.json();
}

async function suggest(name, list) {
  if (!$("token").value || !list) return;
  const [facet, view] = ["facetId", "viewId"].map((each, n) => encodeURIComponent($(`path-${each}`)?.value || (remembered[`path-${each}`] ?? ["processes", "list"][n])));
  const label = (each) => Object.values(each.attributes?.name ?? each.displayNames ?? {}).join(" · ");
  const sources = {
    facetId: ["facets", "name"],
    viewId: [`facets/${facet}/views`, "name"],
    elementId: [`facets/${facet}/views/${view}/elements?$pageSize=50&$resources=attributes,displayNames&$select=name`, "id"],
    type: [`facets/${facet}/views/${view}/config`, "key"],
  };
  if (!(name in sources)) return;
  const [path, key] = sources[name];
  const answer = await read(path).catch(() => ({ values: [] }));
  list.replaceChildren(...(answer.values ?? answer.elements).map((each) => h("option", { value: each[key] }, label(each))));
}

async function connect() {
  for (const id of ["collection", "storage", "token"]) sessionStorage.setItem(`facetstore-${id}`, $(id).value);
  const said = $("connected");
  said.className = "";
  said.textContent = "";
  if (!$("token").value) return;
  const info = await read("info").catch((error) => error);
  const now = operations.find((each) => `#${each.id}` === location.hash);
  if (now) fillElement(now);
  said.className = info instanceof Error ? "bad" : "good";
  said.textContent = info instanceof Error ? (info.status === 401 ? "Token not accepted" : "No answer") : info.title || "Connected";
}

async function start() {
  const asked = new URLSearchParams(location.search);
  for (const [id, usual] of [["collection", "demo"], ["storage", "showcase"], ["token", ""]]) {
    $(id).value = (id !== "token" && asked.get(id)) || (sessionStorage.getItem(`facetstore-${id}`) ?? usual);
  }
  doc = await (await fetch("_api/openapi.json")).json();
  operations = readOperations();
  $("version").textContent = doc.info.version;
  $("menu").open = !narrow.matches;
  narrow.addEventListener("change", () => { $("menu").open = !narrow.matches; });
  $("search").addEventListener("input", drawMenu);
  $("connection").addEventListener("submit", (event) => event.preventDefault());
  $("connection").addEventListener("change", connect);
  $("connection").addEventListener("input", () => { const now = operations.find((each) => `#${each.id}` === location.hash); if (now) drawCurl(now); });
  addEventListener("hashchange", () => show());
  addEventListener("keydown", (event) => {
    if (event.key === "/" && !/INPUT|SELECT|TEXTAREA/.test(event.target.tagName)) { event.preventDefault(); $("menu").open = true; $("search").focus(); }
  });
  show({ focus: false });
  await connect();
}

start().catch((error) => main.replaceChildren(h("p", {}, `The document could not be read: ${error.message}`)));
