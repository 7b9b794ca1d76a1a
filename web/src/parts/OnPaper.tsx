// What stands on paper instead of what is on the screen: there at the moment of printing, and gone behind it.
import { type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";

export function OnPaper({ children }: { children: ReactNode }) {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const start = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener("beforeprint", start);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", start);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting ? children : null;
}
