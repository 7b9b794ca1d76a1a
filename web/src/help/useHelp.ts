// Whether help is open. The key `?` opens and closes it, unless something is typed or a dialog is open.
import { useWindowEvent } from "@mantine/hooks";
import { useCallback, useRef, useState } from "react";

/** Where letters are typed, or keys have another meaning. */
const TYPED = "input, textarea, select, [contenteditable=true], [role=dialog]";

function isTyped(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  return target?.closest(TYPED) != null || document.querySelector("[aria-modal=true]") !== null;
}

export interface Help {
  isOpen: boolean;
  toggle: () => void;
  /** Closes help; the focus goes back to where it was. */
  close: () => void;
}

export function useHelp(): Help {
  const [isOpen, setIsOpen] = useState(false);
  const before = useRef<Element | null>(null);
  const close = useCallback(() => {
    setIsOpen(false);
    const back = before.current?.isConnected && before.current !== document.body ? before.current : HELP_BUTTON();
    if (back instanceof HTMLElement) back.focus({ preventScroll: true });
  }, []);
  const toggle = () => {
    if (isOpen) {
      close();
      return;
    }
    before.current = document.activeElement;
    setIsOpen(true);
  };
  useWindowEvent("keydown", (event) => {
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || isTyped(event)) return;
    event.preventDefault();
    toggle();
  });
  return { isOpen, toggle, close };
}

const HELP_BUTTON = () => document.getElementById("help-button");
