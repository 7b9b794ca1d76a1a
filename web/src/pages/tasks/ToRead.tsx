// What the user is asked to read and to confirm.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { awaited } from "@/api/acknowledgements";
import { inCulture } from "@/api/hooks";
import { useCulture } from "@/app/preferences";
import { keepCulture } from "@/parts/ElementLink";
import { moment } from "@/parts/moment";
import { Section } from "@/parts/Section";
import { TypeDot } from "@/parts/TypeDot";
import classes from "./Tasks.module.css";

export function ToRead() {
  const { t } = useTranslation("readers");
  const culture = useCulture();
  const { data } = useQuery(awaited);
  if (data === undefined || data.length === 0) return null;
  return (
    <Section title={t("toRead")}>
      <ul className={`fs-card ${classes.tasks}`}>
        {data.map(({ element, versionId, askedOn }) => (
          <li key={versionId}>
            <div className={classes.about}>
              <div className={classes.kind}>
                <TypeDot type={element.type} />
                {t("since", { day: moment(askedOn) })}
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
    </Section>
  );
}
