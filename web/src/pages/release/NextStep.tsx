// The one step to take next, who gets it, and the other possible steps in a menu.
import { Button, Group, Menu } from "@mantine/core";
import { ArrowRight, ChevronDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { inCulture } from "@/api/hooks";
import type { Finding, Transition } from "@/api/types.gen";
import { useWords } from "@/app/preferences";
import { usePrincipalName } from "@/parts/Principal";
import { StateBadge } from "@/parts/StateBadge";
import classes from "./Release.module.css";

interface Properties {
  /** Those that are possible. */
  steps: Transition[];
  take: (step: Transition) => void;
}

export function NextStep({ steps, take }: Properties) {
  const { t } = useTranslation("release");
  const words = useWords();
  const next = steps.find((each) => each.isNext) ?? (steps.length === 1 ? steps[0] : undefined);
  const others = steps.filter((each) => each !== next);
  return (
    <div className={classes.next}>
      {next && <Step step={next} />}
      <Group gap="xs">
        {next && (
          <Button variant={next.isNext ? "filled" : "default"} onClick={() => take(next)}>
            {stepName(next, words)}
          </Button>
        )}
        {others.length > 0 && (
          <Menu position="bottom-start" withinPortal>
            <Menu.Target>
              <Button variant="default" rightSection={<ChevronDown size={15} aria-hidden />}>
                {t(next ? "more" : "possible")}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {others.map((each) => (
                <Menu.Item
                  key={each.transitionId}
                  onClick={() => take(each)}
                  rightSection={<StateBadge state={each.targetState} />}
                >
                  {stepName(each, words)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
    </div>
  );
}

/** Where a step leads, who gets it then, and what warnings there are. */
function Step({ step }: { step: Transition }) {
  const { t } = useTranslation("release");
  return (
    <div className={classes.leads}>
      <StateBadge state={step.sourceState} />
      <ArrowRight size={15} role="img" aria-label={t("goesTo")} />
      <StateBadge state={step.targetState} />
      <Recipients step={step} />
      <Against step={step} />
    </div>
  );
}

/** Who gets the tasks that a step opens. */
export function Recipients({ step }: { step: Transition }) {
  const { t } = useTranslation("release");
  const shell = useTranslation().t;
  const recipients = step.recipients ?? [];
  if (recipients.length === 0) return null;
  return (
    <span className={classes.recipients}>
      {t("goesToWhom")}{" "}
      {recipients.map(({ assignee, role }, place) => (
        <span key={assignee ?? role}>
          {place > 0 && ", "}
          {assignee ? <Name id={assignee} /> : t("allWithRole", { role: shell(`roles.${role}`) })}
        </span>
      ))}
    </span>
  );
}

function Name({ id }: { id: string }) {
  return <strong>{usePrincipalName(id)}</strong>;
}

export const stepName = (step: Transition, words: number): string => inCulture(step.names, words) ?? step.transitionId;

export const errorsOf = (step: Transition) => (step.findings ?? []).filter((each) => each.severity === "error");

/** What stands against a step, in words. */
export function Against({ step }: { step: Transition }) {
  const { t } = useTranslation("release");
  const errors = errorsOf(step).length;
  const warnings = (step.findings ?? []).length - errors;
  const said = (block: Finding) => t(`blocks.${block.code}`, { defaultValue: "" }) || block.error;
  return (
    <span className={classes.against}>
      {(step.blocks ?? []).map((each) => (
        <span key={each.code}>{said(each)}</span>
      ))}
      {errors > 0 && <span>{t("errors", { count: errors })}</span>}
      {warnings > 0 && <span>{t("warnings", { count: warnings })}</span>}
    </span>
  );
}
