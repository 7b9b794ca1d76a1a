// What the rules of a release found. Each sentence leads to the field or shape that it speaks of.
import { VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { CircleX, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { inCulture } from "@/api/hooks";
import type { RuleFinding } from "@/api/types.gen";
import { useCulture, useWords } from "@/app/preferences";
import classes from "./Release.module.css";

type ShownFinding = Pick<RuleFinding, "error" | "path"> & Partial<RuleFinding>;

interface Properties {
  findings: ShownFinding[];
  facet: string;
  /** Of the element or the version that they are about. */
  id: string;
  leave?: () => void;
}

export function Findings({ findings, facet, id, leave }: Properties) {
  const { t } = useTranslation("release");
  const words = useWords();
  const culture = useCulture();
  return (
    <ul className={classes.findings}>
      {findings.map((each) => {
        const severity = each.severity ?? "error";
        const Sign = severity === "error" ? CircleX : TriangleAlert;
        return (
          <li key={`${each.code}${each.path}${each.error}`} data-severity={severity}>
            <Sign size={16} aria-hidden />
            <VisuallyHidden>{t(`severity.${severity}`)}: </VisuallyHidden>
            <Link
              className="fs-link"
              to="/elements/$facet/$id"
              params={{ facet, id }}
              search={{ culture, ...placeOf(each.path, culture) }}
              onClick={leave}
            >
              {inCulture(each.messages, words) ?? each.error}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** Where a finding stands: a field, in its culture beside the one that is shown, or a shape of the diagram. */
function placeOf(path: string, culture: number): { tab?: string; shape?: string; field?: string; beside?: number } {
  const [part, name, cultureKey] = path.split("/");
  if (part === "content") return { tab: "diagram", shape: name };
  const other = Number(cultureKey ?? 127);
  return { field: path, beside: other === 127 || other === culture ? undefined : other };
}
