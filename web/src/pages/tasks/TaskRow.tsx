import { useTranslation } from "react-i18next";
import type { Task } from "@/api/types.gen";
import { ElementLink } from "@/parts/ElementLink";
import classes from "./Tasks.module.css";

/** What is to be decided, as people call it. */
export function useKind(task: Task): string {
  return useTranslation("tasks").t(`kinds.${task.kind}`, { defaultValue: task.kind });
}

export const aboutOf = (task: Task) => ({ facetName: task.facetName, id: task.elementId, type: task.type });

/** A task in one line: what to decide, about what, since when. */
export function TaskRow({ task }: { task: Task }) {
  const { t } = useTranslation("tasks");
  return (
    <li className={classes.row}>
      <strong>{useKind(task)}</strong>
      <ElementLink to={aboutOf(task)} />
      <span className="fs-count">{t("since", { day: task.openedOn.slice(0, 10) })}</span>
    </li>
  );
}
