// What every tab of an element gets, and what it declares.
import type { ComponentType } from "react";
import type { TypeCatalog } from "@/api/hooks";
import type { Element } from "@/api/types.gen";

export interface TabProperties {
  facet: string;
  id: string;
  element: Element;
}

export interface Tab {
  key: string;
  editorsOnly?: boolean;
  administratorsOnly?: boolean;
  /** It is about what there is to do today, or the service does not know its past. */
  presentOnly?: boolean;
  /** Whether an element has such a part. */
  when?: (element: Element, types: TypeCatalog) => boolean;
  Label: ComponentType<TabProperties>;
  Content: ComponentType<TabProperties>;
}
