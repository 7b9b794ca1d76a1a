// What waits for the person, and what others have released.
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { orFail, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import { ELEMENTS, listAt, read } from "@/api/requests";
import { ElementLink } from "@/parts/ElementLink";
import { Moment } from "@/parts/Moment";
import { TaskRow } from "../tasks/TaskRow";
import classes from "./Home.module.css";
import { useProperty, Widget } from "./Widget";

const SHOWN = 6;

export function TaskWidget() {
  const { t } = useTranslation("home");
  const words = useTranslation("tasks").t;
  const { data, isPending } = useQuery({ ...queries.tasks, ...orFail });
  return (
    <Widget title={t("tasks")} isPending={isPending}>
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {words("nothing")}
        </Text>
      )}
      <ul className={classes.rows}>
        {data?.slice(0, SHOWN).map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </ul>
    </Widget>
  );
}

export function RecentWidget({ facet }: { facet: string }) {
  const { t } = useTranslation("home");
  const types = useTypes();
  const { releasedOn } = types.roles;
  const property = useProperty(facet, releasedOn);
  const { data, isPending } = useQuery({
    ...orFail,
    queryKey: ["data", "recent", facet],
    queryFn: async () =>
      (
        await read(ELEMENTS, {
          path: listAt(facet, "list"),
          query: {
            $filter: `NOT IsNull(${releasedOn})`,
            $orderby: `${releasedOn} desc`,
            $pageSize: SHOWN,
            $resources: ["attributes"],
            $select: [...types.labels(facet), releasedOn],
          },
        })
      ).elements,
    enabled: property !== undefined,
  });
  if (property === undefined) return null;
  return (
    <Widget title={t("recent")} isPending={isPending}>
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("noRecent")}
        </Text>
      )}
      <ul className={classes.rows}>
        {data?.map((each) => {
          const at = each.attributes?.[releasedOn]?.[127];
          return (
            <li key={each.id}>
              <ElementLink to={each} />
              {at && <Moment at={String(at)} isDay />}
            </li>
          );
        })}
      </ul>
    </Widget>
  );
}
