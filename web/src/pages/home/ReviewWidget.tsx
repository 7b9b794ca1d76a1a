// What must be looked at again, and what of it is overdue.
import { Badge, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { orFail } from "@/api/hooks";
import { dueReviews } from "@/api/reviews";
import { DueReviews } from "../tasks/DueReviews";
import { Widget } from "./Widget";

const SHOWN = 6;

/** Nothing where nothing is due: most storages require no reviews. */
export function ReviewWidget() {
  const { t } = useTranslation("reviews");
  const title = useTranslation("home").t("reviews");
  const { data } = useQuery({ ...dueReviews, ...orFail });
  if (data === undefined || data.due === 0) return null;
  const more = data.due - Math.min(SHOWN, data.values.length);
  return (
    <Widget title={title}>
      {data.overdue > 0 && <Badge color="red">{t("overdueOf", { count: data.overdue })}</Badge>}
      <DueReviews reviews={data.values.slice(0, SHOWN)} />
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {t("more", { count: more })}
        </Text>
      )}
    </Widget>
  );
}
