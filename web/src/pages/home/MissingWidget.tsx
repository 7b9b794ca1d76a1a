import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { orFail, useStorageInfo } from "@/api/hooks";
import * as queries from "@/api/queries";
import { useMissingLeads } from "@/app/missing-leads";
import { useHasRole } from "@/app/person";
import { cultureName } from "@/app/preferences";
import { LeadsTo } from "@/parts/LeadsTo";
import { ToWorkbench } from "@/parts/ToWorkbench";
import classes from "./Home.module.css";
import { Widget } from "./Widget";

/** What is not translated yet, by culture, over all facets. */
export function MissingWidget() {
  const { t, i18n } = useTranslation("home");
  const missing = useQuery({ ...queries.stats(["missingCulture"]), ...orFail });
  const { data: facets } = useQuery(queries.stats(["facet"]));
  const leads = useMissingLeads();
  const isEditor = useHasRole("editor");
  const { defaultDataCulture } = useStorageInfo();
  const total = Math.max(1, facets?.reduce((sum, each) => sum + each.count, 0) ?? 1);
  return (
    <Widget title={t("missing")} help={t("missingHelp")} isPending={missing.isPending}>
      <ul className={classes.cultures}>
        {missing.data?.map(({ missingCulture = 0, count }) => {
          const culture = cultureName(missingCulture, i18n.language);
          const whole = Math.floor((100 * (total - count)) / total);
          return (
            <li key={missingCulture}>
              <svg viewBox="0 0 36 36" aria-hidden="true">
                <circle cx="18" cy="18" r="15.9" />
                <circle cx="18" cy="18" r="15.9" pathLength="100" strokeDasharray={`${whole} 100`} />
                <text x="18" y="21">
                  {whole} %
                </text>
              </svg>
              <div>
                <b>{culture}</b>
                <span>
                  <LeadsTo leads={leads(missingCulture)}>
                    {t(count === 0 ? "nothingMissing" : "missingIn", { count })}
                  </LeadsTo>
                </span>
                {isEditor && missingCulture !== defaultDataCulture && <ToWorkbench culture={missingCulture} />}
              </div>
            </li>
          );
        })}
      </ul>
    </Widget>
  );
}
