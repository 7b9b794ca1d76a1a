// Where a step that is a process of its own leads: to the diagram of that.
import { Link } from "@tanstack/react-router";
import { SquareArrowOutUpRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import { keepCulture } from "@/parts/ElementLink";
import classes from "./Reading.module.css";

interface Properties {
  id: string | undefined;
  type: string | undefined;
  name: string;
  /** With words beside the sign. */
  isLarge?: boolean;
}

/** Nothing for a step that lives in this diagram alone. */
export function Called({ id, type = "", name, isLarge }: Properties) {
  const { t } = useTranslation("reading");
  const found = useTypes().get(type);
  if (id === undefined || found === undefined || found.isFlow) return null;
  const words = t("openProcess", { name });
  return (
    <Link
      className={`fs-link ${classes.called}`}
      to="/elements/$facet/$id"
      params={{ facet: found.facet, id }}
      search={(before) => ({ ...keepCulture(before), tab: found.hasDiagram ? "diagram" : undefined })}
      aria-label={words}
    >
      <SquareArrowOutUpRight size={isLarge ? 20 : 14} aria-hidden /> {isLarge && words}
    </Link>
  );
}
