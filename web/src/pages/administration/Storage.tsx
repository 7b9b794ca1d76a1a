// The storage itself: its name, its languages, its region and time zone, and where programs reach it.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useStorageInfo } from "@/api/hooks";
import * as queries from "@/api/queries";
import { cultureName } from "@/app/preferences";
import { DataTable } from "@/parts/DataTable";
import classes from "./Administration.module.css";

export default function Storage() {
  const { t, i18n } = useTranslation("administration");
  const info = useStorageInfo();
  const { data: counts } = useQuery(queries.stats(["facet"]));
  const number = new Intl.NumberFormat(i18n.language);
  const facts: [string, ReactNode][] = [
    ["name", info.title],
    ["description", info.description || "–"],
    ["elements", counts ? number.format(counts.reduce((sum, each) => sum + each.count, 0)) : "…"],
    ["kind", t(`storage.kinds.${info.type}`)],
    ["template", info.template || "–"],
    ["region", `${info.region.nativeName} (${info.region.name}), ${info.region.isoCurrencySymbol}`],
    ["timeZone", info.timeZone.DisplayName],
    ["page", info.appUrl],
    ["interface", info.apiUrl],
    ["id", info.tenant],
  ];
  return (
    <>
      <dl className={`fs-card ${classes.facts}`}>
        {facts.map(([key, value]) => (
          <Fact key={key} name={t(`storage.${key}`)} value={value} />
        ))}
      </dl>
      <h2 className={classes.group}>{t("storage.cultures")}</h2>
      <div className="fs-card">
        <DataTable
          label={t("storage.cultures")}
          rows={info.dataCultures}
          rowKey={String}
          columns={[
            { label: t("storage.culture"), cell: (culture) => cultureName(culture, i18n.language) },
            { label: t("storage.lcid"), isNumber: true, cell: String },
            {
              label: t("storage.use"),
              cell: (culture) => t(info.mandatoryCultures.includes(culture) ? "storage.mandatory" : "storage.optional"),
            },
            {
              label: t("storage.isDefault"),
              cell: (culture) => (culture === info.defaultDataCulture ? t("yes") : "–"),
            },
          ]}
        />
      </div>
    </>
  );
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
