// The search parameters of a view: everything that a link can hold.
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
