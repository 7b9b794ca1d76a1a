// What a release would find, line by line: each leads to its step, one click away.
import { useTranslation } from "react-i18next";
import type { Check } from "./lineChecks";
import classes from "./Workspace.module.css";

export interface LineCheck extends Check {
  /** From 0. */
  line: number;
}

export function Checks({ checks, show }: { checks: readonly LineCheck[]; show: (shape: string) => void }) {
  const { t } = useTranslation("workspace");
  if (checks.length === 0) return null;
  return (
    <details className={`${classes.checks} fs-no-print`}>
      <summary>{t("checks.title", { count: checks.length })}</summary>
      <ul>
        {checks.map((each) => (
          <li key={`${each.shape} ${each.kind} ${each.text}`}>
            <button type="button" onClick={() => show(each.shape)}>
              <b>{t("line", { line: each.line + 1 })}</b> {sentence(each, t)}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What the checks of each shape say. */
export function saidByShape(
  checks: readonly Check[],
  t: (key: "checks.role" | "checks.name") => string,
): ReadonlyMap<string, string> {
  const said = new Map<string, string>();
  for (const each of checks) {
    said.set(each.shape, [said.get(each.shape), sentence(each, t)].filter(Boolean).join(" "));
  }
  return said;
}

/** What a check says. */
export function sentence({ kind, text }: Check, t: (key: "checks.role" | "checks.name") => string): string {
  return kind === "rule" ? (text ?? "") : t(`checks.${kind}`);
}
