// A link may lead to a single field of a form: `field` in the address is its path, as in findings.
import { useSearch } from "@tanstack/react-router";
import { useEffect } from "react";

const FOCUSABLE = "input, textarea, select, button, [contenteditable=true], a[href]";

/** Brings the field that the address names into sight, and the keyboard to it, once it is there. */
export function useSoughtField(isReady: boolean): void {
  const { field } = useSearch({ strict: false }) as { field?: string };
  useEffect(() => {
    if (field === undefined || !isReady) return;
    const found = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`);
    found?.scrollIntoView({ block: "center" });
    const places = [...(found?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
    // What explains the field stands before it.
    (places.find((each) => !each.hasAttribute("data-about")) ?? places[0])?.focus();
  }, [field, isReady]);
}
