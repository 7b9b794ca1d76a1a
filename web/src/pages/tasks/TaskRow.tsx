import { useTranslation } from "react-i18next";
import type { Task } from "@/api/types.gen";
import { ElementLink } from "@/parts/ElementLink";
import { dayOf } from "@/parts/moment";
import classes from "./Tasks.module.css";

/** What is to be decided, as people call it. */
export function useKind(task: Task): string {
  return useTranslation("tasks").t(`kinds.${task.kind}`, { defaultValue: task.kind });
}

export const aboutOf = (task: Task) => ({ facetName: task.facetName, id: task.elementId, type: task.type });

/** A task in short: about what, and below that what to decide, since when. */
export function TaskRow({ task }: { task: Task }) {
  const { t } = useTranslation("tasks");
  return (
    <li>
      <div className={classes.row}>
        <ElementLink to={aboutOf(task)} />
        <strong>{useKind(task)}</strong>
        <span className="fs-count">{t("since", { day: dayOf(task.openedOn) })}</span>
      </div>
    </li>
  );
}
