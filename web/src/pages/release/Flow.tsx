// The lifecycle drawn as a flow: what is done, where the version is, what is to come, and who it waits for.
import { VisuallyHidden } from "@mantine/core";
import { Check, CircleDashed, CircleDot, Minus, Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import type { Task } from "@/api/types.gen";
import { useWords } from "@/app/preferences";
import { moment } from "@/parts/moment";
import { PersonName, usePersonName } from "@/parts/PersonName";
import type { Mark, Return, Stop } from "./journey";
import classes from "./Release.module.css";

const SIGNS = { done: Check, current: CircleDot, skipped: Minus, open: CircleDashed } as const satisfies Record<
  Mark,
  unknown
>;

export function Flow({ stops }: { stops: Stop[] }) {
  const { t } = useTranslation("release");
  const types = useTypes();
  const words = useWords();
  return (
    <ol className={classes.flow} aria-label={t("flow")}>
      {stops.map((each) => {
        const Sign = SIGNS[each.mark];
        return (
          <li key={each.state} data-mark={each.mark} aria-current={each.mark === "current" ? "step" : undefined}>
            <span className={classes.sign}>
              <Sign size={15} aria-hidden />
            </span>
            <strong>{types.stateName(each.state, words)}</strong>
            <VisuallyHidden>{t(`mark.${each.mark}`)}</VisuallyHidden>
            {each.by && (
              <span>
                <PersonName id={each.by} actor={each.actor} />
              </span>
            )}
            {each.at && <time dateTime={each.at}>{moment(each.at)}</time>}
            {each.tasks.map((task) => (
              <TaskLine key={task.id} task={task} />
            ))}
          </li>
        );
      })}
    </ol>
  );
}

function TaskLine({ task }: { task: Task }) {
  const { t } = useTranslation("release");
  return (
    <span className={classes.task} data-state={task.state}>
      <Decider task={task} />: {t(`decided.${task.state}`)}
      {task.closedOn && <time dateTime={task.closedOn}> {moment(task.closedOn)}</time>}
    </span>
  );
}

/** Who decided a task or is to decide it. */
export function Decider({ task }: { task: Task }) {
  const { t } = useTranslation("release");
  const shell = useTranslation().t;
  const who = task.closedBy ?? task.assignee;
  if (who !== undefined) return <PersonName id={who} />;
  return t("allWithRole", { role: shell(`roles.${task.role}`) });
}

/** Why a version is a draft again. */
export function SentBack({ back }: { back: Return }) {
  const { t } = useTranslation("release");
  const name = usePersonName(back.by, back.actor);
  return (
    <div className={classes.back} role="note">
      <Undo2 size={16} aria-hidden />
      <div>
        {t("sentBack", { name, day: moment(back.at) })}
        {back.reason && <q>{back.reason}</q>}
      </div>
    </div>
  );
}
