import { useTranslation } from "react-i18next";
import type { Task } from "@/api/types.gen";
import { ElementLink } from "@/parts/ElementLink";
import classes from "./Tasks.module.css";

/** What is to be decided, as people call it. */
export function useKind(task: Task): string {
  return useTranslation("tasks").t(`kinds.${task.kind}`, { defaultValue: task.kind });
}

export const aboutOf = (task: Task) => ({ facetName: task.facetName, id: task.elementId, type: task.type });

/** A task in short: about what, and below that what to decide, since when. */
export function TaskRow({ task }: { task: Task }) {
  const { t, i18n } = useTranslation("tasks");
  const opened = new Date(task.openedOn.slice(0, 19));
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium" }).format(opened);
  return (
    <li>
      <div className={classes.row}>
        <ElementLink to={aboutOf(task)} />
        <strong>{useKind(task)}</strong>
        <span className="fs-count">{t("since", { day })}</span>
      </div>
    </li>
  );
}
