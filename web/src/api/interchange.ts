// Processes as files: what goes out of a storage, and BPMN that comes into a diagram.
import { addressOf, ELEMENT, elementAt } from "./requests";
import type { BpmnImport } from "./types.gen";
import { sendFile, type Upload } from "./upload";

const BPMN = "/v1/bpmn/{elementId}";

export interface Printed {
  facet: string;
  id: string;
  culture: number;
  /** As it was then; undefined: now. */
  asOf: string | undefined;
}

type Format = "pdf" | "docx";

/** `released`: what viewers see, with the evidence of its release. */
export const documentOf = ({ facet, id, culture, asOf }: Printed, format: Format, released = false): string =>
  addressOf("get", `${ELEMENT}/document`, {
    path: elementAt(facet, "detail", id),
    query: { format, culture, asOf, released: released || undefined },
  });

/** Everything in a view that is released. */
export const releaseOf = (
  path: { facetId: string; viewId: string },
  culture: number,
  asOf: string | undefined,
  format: Format,
): string =>
  addressOf("get", "/rest/facets/{facetId}/views/{viewId}/document", {
    path,
    query: { format, culture, asOf, released: true },
  });

export const bpmnOf = ({ id, culture, asOf }: Printed): string =>
  addressOf("get", BPMN, { path: { elementId: id }, query: { lcid: culture, asOf } });

export const scriptOf = ({ facet, id, culture, asOf }: Printed): string =>
  addressOf("get", `${ELEMENT}/content`, {
    path: elementAt(facet, "diagram", id),
    query: { format: "script", culture, asOf },
  });

interface Given {
  id: string;
  culture: number;
  file: File;
  /** The ETag of the element that the user saw. */
  match: string | null;
  key: string;
}

const read = (body: unknown): BpmnImport | undefined => (body as BpmnImport | null) ?? undefined;

/** Makes a diagram say what a file says; with `dryRun` the answer alone is made. */
export function importBpmn({ id, culture, file, match, key }: Given, dryRun: boolean): Upload<BpmnImport> {
  const address = addressOf("post", BPMN, { path: { elementId: id }, query: { lcid: culture, dryRun } });
  return sendFile(address, file, key, read, () => {}, match);
}
