// Versions that wait for an answer of the user, each with what is asked and by when.
import { Link } from "@tanstack/react-router";
import { inCulture } from "@/api/hooks";
import type { DueReview } from "@/api/types.gen";
import { useCulture } from "@/app/preferences";
import { keepCulture } from "@/parts/ElementLink";
import { TypeDot } from "@/parts/TypeDot";
import classes from "./Tasks.module.css";

interface AskedVersion extends Pick<DueReview, "element" | "versionId"> {
  words: string;
}

export function AskedVersions({ asked, className = "" }: { asked: readonly AskedVersion[]; className?: string }) {
  const culture = useCulture();
  return (
    <ul className={`${className} ${classes.tasks}`}>
      {asked.map(({ element, versionId, words }) => (
        <li key={versionId}>
          <div className={classes.about}>
            <div className={classes.kind}>
              <TypeDot type={element.type} />
              {words}
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
