// The diagram of an element as a still picture, among what there is to read of it.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { Element } from "@/api/types.gen";
import { useCulture } from "@/app/preferences";
import classes from "./Diagram.module.css";
import { Sheet } from "./Sheet";

export default function Picture({ element, className }: { element: Element; className?: string }) {
  const { t } = useTranslation("diagram");
  const layout = useTypes().get(element.type)?.layouts[0]?.key ?? "";
  const { data: drawing } = useQuery(queries.drawing(element.id, useCulture(), layout));
  // Without a drawing the rest is read: the tab of the diagram says why there is none.
  if (!drawing || drawing.nodes.length === 0) return null;
  return (
    <figure className={`${classes.colors} ${className ?? ""}`}>
      <Sheet drawing={drawing} label={t("of", { name: drawing.name })} />
      <figcaption className="fs-no-print">
        <Link className="fs-link" to="." search={(before) => ({ ...before, tab: "diagram" })}>
          {t("openDiagram", { name: drawing.name })}
        </Link>
      </figcaption>
    </figure>
  );
}
