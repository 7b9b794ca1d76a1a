import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { inCulture } from "@/api/hooks";
import type { DueReview } from "@/api/types.gen";
import { useCulture } from "@/app/preferences";
import { keepCulture } from "@/parts/ElementLink";
import { dayOf } from "@/parts/moment";
import { TypeDot } from "@/parts/TypeDot";
import classes from "./Tasks.module.css";

/** Versions in force that wait to be confirmed as still right, each with its day. */
export function DueReviews({ reviews }: { reviews: readonly DueReview[] }) {
  const { t } = useTranslation("reviews");
  const culture = useCulture();
  return (
    <ul className={classes.tasks}>
      {reviews.map(({ element, versionId, dueOn, isOverdue }) => (
        <li key={versionId}>
          <div className={classes.about}>
            <div className={classes.kind}>
              <TypeDot type={element.type} />
              {t(isOverdue ? "overdue" : "due", { day: dayOf(dueOn) })}
            </div>
            <Link
              className="fs-link"
              to="/elements/$facet/$id"
              params={{ facet: element.facetName, id: versionId }}
              search={(before) => ({ ...keepCulture(before), tab: "read" })}
            >
              {inCulture(element.name, culture) ?? element.id}
            </Link>
          </div>
        </li>
      ))}
    </ul>
  );
}
