// Templates: elements that editors marked for all users to start from. A new element is a copy of one, with a name of its own.
import { usePreferences, useRemember } from "@/api/preferences";
import type { PreferredElement } from "@/api/types.gen";
import { useNotify } from "../tree/notify";

/** The templates of a facet that this user sees. */
export function useTemplates(facet: string): PreferredElement[] {
  return usePreferences("template").flatMap(({ shared, element }) =>
    shared && element?.facetName === facet ? [element] : [],
  );
}

interface Marked {
  facet: string;
  id: string;
  type: string;
  label: string;
}

/** Whether an element is a template, and what changes that; undefined where this user may not. */
export function useTemplate({ facet, id, type, label }: Marked, culture: number): [boolean, (() => void) | undefined] {
  const found = usePreferences("template").find((each) => each.shared && each.key === id);
  const { set, forget } = useRemember();
  const notify = useNotify();
  const at = { kind: "template", key: id, shared: true } as const;
  const toggle = () => {
    const element = { facetName: facet, id, type, name: { [culture]: label } };
    void (found ? forget(at) : set(at, {}, element)).catch(notify.failed);
  };
  return [found !== undefined, found?.mayChange === false ? undefined : toggle];
}
