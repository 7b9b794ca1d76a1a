// What the user owns and is to look at again.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ownReviews } from "@/api/reviews";
import { Section } from "@/parts/Section";
import { DueReviews } from "./DueReviews";

export function ToReview() {
  const { t } = useTranslation("reviews");
  const { data } = useQuery(ownReviews);
  if (data === undefined || data.length === 0) return null;
  return (
    <Section title={t("toReview")}>
      <div className="fs-card">
        <DueReviews reviews={data} />
      </div>
    </Section>
  );
}
