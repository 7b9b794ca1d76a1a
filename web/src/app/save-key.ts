// Ctrl+S saves the form in view, from wherever the focus is; the browser must never offer to save the page as a file.
import { useEffect } from "react";

/** Marks the button that saves a form. */
export const SAVES = { "data-saves": true };

function save(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== "s") return;
  event.preventDefault();
  if (event.repeat) return;
  // A dialog lies over the page: it comes later in the document.
  const buttons = [
    ...document.querySelectorAll<HTMLButtonElement>("button[data-saves], [role=dialog] button[type=submit]"),
  ];
  buttons
    .filter((each) => each.checkVisibility() && !each.disabled)
    .at(-1)
    ?.click();
}

export function useSaveKey(): void {
  useEffect(() => {
    window.addEventListener("keydown", save, { capture: true });
    return () => window.removeEventListener("keydown", save, { capture: true });
  }, []);
}
