// Reads BPMN files with bpmn-moddle and prints for each what it warns of and which flow nodes and connections it finds.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [home, ...files] = process.argv.slice(2);
const path = createRequire(`${home}/`).resolve("bpmn-moddle");
const { BpmnModdle } = await import(pathToFileURL(path).href);
const moddle = new BpmnModdle();

function walk(element, found, seen) {
  if (!element || typeof element !== "object" || seen.has(element)) return;
  seen.add(element);
  if (element.$instanceOf?.("bpmn:FlowNode")) found.nodes.push(element.id);
  if (element.$instanceOf?.("bpmn:SequenceFlow")) {
    found.flows.push([element.id, element.sourceRef?.id, element.targetRef?.id]);
  }
  if (element.$instanceOf?.("bpmn:MessageFlow")) {
    found.messages.push([element.id, element.sourceRef?.id, element.targetRef?.id]);
  }
  if (element.$instanceOf?.("bpmn:Lane")) {
    found.lanes.push([element.id, (element.flowNodeRef ?? []).map((each) => each.id).sort()]);
  }
  for (const property of element.$descriptor?.properties ?? []) {
    if (property.isReference) continue;
    const value = element.get(property.name);
    for (const each of Array.isArray(value) ? value : [value]) walk(each, found, seen);
  }
}

const answers = [];
for (const file of files) {
  try {
    const { rootElement, warnings } = await moddle.fromXML(readFileSync(file, "utf-8"));
    const found = { nodes: [], flows: [], messages: [], lanes: [] };
    walk(rootElement, found, new Set());
    const shapes = (rootElement.diagrams ?? []).flatMap((each) => each.plane?.planeElement ?? []);
    answers.push({ ...found, warnings: warnings.map((each) => each.message), drawn: shapes.map((each) => each.bpmnElement?.id) });
  } catch (wrong) {
    answers.push({ failed: wrong.message, warnings: (wrong.warnings ?? []).map((each) => each.message) });
  }
}
console.log(JSON.stringify(answers));
