// Asks the owner of an element whether the version in force is still right.
import { useQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ownReviews } from "@/api/reviews";
import type { Element } from "@/api/types.gen";
import { dayOf } from "@/parts/moment";
import { useConfirmReview } from "../release/useConfirmReview";
import { AskedAbout, showsVersion } from "./AskedAbout";

export function ReviewDue({ element }: { element: Element }) {
  const { t } = useTranslation("reviews");
  const wanted = useQuery(ownReviews).data?.find((each) => each.element.id === element.id);
  const confirming = useConfirmReview(element.facetName, element.id);
  if (wanted === undefined) return null;
  const { versionId, isOverdue, dueOn } = wanted;
  const day = { day: dayOf(dueOn) };
  const ask = showsVersion(element, versionId)
    ? `${t(isOverdue ? "late" : "please", day)} ${t("orElse")}`
    : t("other", day);
  return (
    <AskedAbout
      element={element}
      versionId={versionId}
      icon={CalendarClock}
      confirming={confirming}
      words={{ ask, confirm: t("stillRight"), open: t("open") }}
    />
  );
}
