// What the address of a view tells beside its place: everything that somebody can link to.
export interface ViewSearch {
  selected?: string;
  filter?: string;
  order?: string;
  columns?: string;
  states?: string;
  types?: string;
  tab?: string;
  beside?: number;
  shape?: string;
  layout?: string;
  from?: string;
  to?: string;
}
