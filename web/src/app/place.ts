// Where the page is: below which prefix, and of which storage. The service answers with one document for every address.

const prefix = document.querySelector<HTMLMetaElement>('meta[name="facetstore-base"]')?.content ?? "";
const segments = location.pathname.slice(prefix.length).split("/").filter(Boolean);

export const collection = decodeURIComponent(segments[0] ?? "");
export const storage = decodeURIComponent(segments[1] ?? "");

/** What every address of the page starts with. */
export const basepath = `${prefix}/${segments[0] ?? ""}/${segments[1] ?? ""}`;

/** What every address of the interface starts with. */
export const api = `${basepath}/_api/`;

/** The page of the interface, to try it out. */
export const docs = `${prefix}/_docs?collection=${encodeURIComponent(collection)}&storage=${encodeURIComponent(storage)}`;

/** The documentation of the service. */
export const guide = `${prefix}/_docs/guide/`;
