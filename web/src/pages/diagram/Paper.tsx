// The whole diagram for a printer, whatever part of it the window shows. Drawn at the moment of printing and gone behind it.
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { Diagram as Drawing } from "@/api/types.gen";
import classes from "./Diagram.module.css";
import { Sheet } from "./Sheet";

export function Paper({ drawing }: { drawing: Drawing }) {
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
  if (!isPrinting) return null;
  return <Sheet drawing={drawing} label={drawing.name} className={classes.sheet} />;
}
