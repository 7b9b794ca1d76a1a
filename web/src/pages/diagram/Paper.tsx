// The whole diagram for a printer, whatever part of it the window shows.
import type { Diagram as Drawing } from "@/api/types.gen";
import { OnPaper } from "@/parts/OnPaper";
import classes from "./Diagram.module.css";
import { Sheet } from "./Sheet";

export function Paper({ drawing }: { drawing: Drawing }) {
  return (
    <OnPaper>
      <Sheet drawing={drawing} label={drawing.name} className={classes.sheet} />
    </OnPaper>
  );
}
