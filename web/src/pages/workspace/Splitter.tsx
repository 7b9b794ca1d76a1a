// The line between two panes: drawn by mouse, moved by arrow keys.
import { useTranslation } from "react-i18next";
import { fitting, NARROWEST, type Side, WIDEST } from "./panes";
import classes from "./Workspace.module.css";

const STEP = 24;

interface Properties {
  side: Side;
  width: number;
  change: (width: number) => void;
}

export function Splitter({ side, width, change }: Properties) {
  const { t } = useTranslation("workspace");
  const sign = side === "script" ? 1 : -1;
  const draw = (begin: React.PointerEvent<HTMLDivElement>) => {
    const line = begin.currentTarget;
    line.setPointerCapture(begin.pointerId);
    const move = (event: PointerEvent) => change(fitting(width + sign * (event.clientX - begin.clientX)));
    line.addEventListener("pointermove", move);
    line.addEventListener("lostpointercapture", () => line.removeEventListener("pointermove", move), { once: true });
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const way = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (way === 0) return;
    event.preventDefault();
    change(fitting(width + way * sign * STEP));
  };
  return (
    <div
      role="separator"
      className={`${classes.splitter} fs-no-print`}
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t(`width.${side}`)}
      aria-valuenow={width}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      onPointerDown={draw}
      onKeyDown={onKeyDown}
    />
  );
}
