import { useTranslation } from "react-i18next";
import type { DueReview } from "@/api/types.gen";
import { dayOf } from "@/parts/moment";
import { AskedVersions } from "./AskedVersions";

/** Versions in force that wait to be confirmed as still right, each with its day. */
export function DueReviews({ reviews }: { reviews: readonly DueReview[] }) {
  const { t } = useTranslation("reviews");
  const asked = reviews.map(({ dueOn, isOverdue, ...about }) => ({
    ...about,
    words: t(isOverdue ? "overdue" : "due", { day: dayOf(dueOn) }),
  }));
  return <AskedVersions asked={asked} />;
}
