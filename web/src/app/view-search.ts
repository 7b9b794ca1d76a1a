// The search parameters of a view: everything that a link can hold.
export interface ViewSearch {
  selected?: string;
  filter?: string;
  order?: string;
  columns?: string;
  states?: string;
  types?: string;
  /** A culture: only what is not translated into it. */
  missing?: number;
  tab?: string;
  beside?: number;
  shape?: string;
  layout?: string;
  show?: string;
  mine?: string;
  from?: string;
  to?: string;
}
