// What a release would find, line by line: each leads to its step, one click away.
import { memo, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Check } from "./lineChecks";
import classes from "./Workspace.module.css";

export interface LineCheck extends Check {
  /** From 0. */
  line: number;
}

interface Properties {
  checks: readonly LineCheck[];
  show: (shape: string) => void;
}

/** Drawn apart from what is typed: there may be one for each line. */
export const Checks = memo(function Checks({ checks, show }: Properties) {
  const { t } = useTranslation("workspace");
  const sayings = useSayings();
  const [isOpen, setOpen] = useState(false);
  if (checks.length === 0) return null;
  return (
    <details
      className={`${classes.checks} fs-no-print`}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{t("checks.title", { count: checks.length })}</summary>
      {isOpen && (
        <ul>
          {checks.map((each) => (
            <li key={`${each.shape} ${each.kind} ${each.text}`}>
              <button type="button" onClick={() => show(each.shape)}>
                <b>{t("line", { line: each.line + 1 })}</b> {sentence(each, sayings)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
});

/** What checks say that have no rule behind them. */
type Sayings = Readonly<Record<Exclude<Check["kind"], "rule">, string>>;

/** Translated once, because each of some hundred lines may have a check. */
export function useSayings(): Sayings {
  const { t } = useTranslation("workspace");
  return useMemo(() => ({ role: t("checks.role"), name: t("checks.name") }), [t]);
}

/** What the checks of each shape say. */
export function saidByShape(checks: readonly Check[], sayings: Sayings): ReadonlyMap<string, string> {
  const said = new Map<string, string>();
  for (const each of checks) {
    said.set(each.shape, [said.get(each.shape), sentence(each, sayings)].filter(Boolean).join(" "));
  }
  return said;
}

/** What a check says. */
export function sentence({ kind, text }: Check, sayings: Sayings): string {
  return kind === "rule" ? (text ?? "") : sayings[kind];
}
