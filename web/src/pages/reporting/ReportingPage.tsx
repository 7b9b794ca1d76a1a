// How the repository is doing, in numbers: states, releases over time, what is not translated, maturity.
import { SegmentedControl, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { groupBy, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import { useFacets } from "@/app/facets";
import { useMissingLeads } from "@/app/missing-leads";
import { useHasRole } from "@/app/person";
import { cultureName, useWords } from "@/app/preferences";
import { PageTitle } from "@/parts/PageTitle";
import { ToWorkbench } from "@/parts/ToWorkbench";
import { useAddress } from "../administration/common";
import { Figure } from "./Figure";
import { Maturity } from "./Maturity";
import { monthsBetween, releasedIn } from "./months";
import classes from "./Reporting.module.css";

export default function ReportingPage() {
  const { t } = useTranslation("reporting");
  const [{ facet }, change] = useAddress();
  const facets = useFacets().filter((each) => each.count > 0);
  return (
    <div className="fs-page">
      <div className="fs-title">
        <PageTitle>{t("title")}</PageTitle>
        <Select
          aria-label={t("facet")}
          searchable
          clearable
          w={240}
          placeholder={t("allFacets")}
          value={facet ?? null}
          onChange={(value) => change({ facet: value ?? undefined, by: undefined })}
          data={facets.map((each) => ({ value: each.name, label: each.label }))}
          comboboxProps={{ withinPortal: true }}
          clearButtonProps={{ "aria-label": t("allFacets") }}
        />
      </div>
      <div className={classes.figures}>
        <States facet={facet} />
        <Maturity facet={facet} />
        <div className={classes.wide}>
          <Releases facet={facet} />
        </div>
        <div className={classes.wide}>
          <Missing facet={facet} />
        </div>
      </div>
    </div>
  );
}

function States({ facet }: { facet?: string }) {
  const { t } = useTranslation("reporting");
  const types = useTypes();
  const words = useWords();
  const found = useQuery(queries.stats(["facet", "state"], facet));
  const { data } = found;
  const series = useMemo(() => {
    const place = (state: string | undefined) => types.states.indexOf(state ?? "");
    if (data === undefined) return undefined;
    const states = [...groupBy(data, (each) => each.state)]
      .filter(([state]) => state !== undefined)
      .sort(([one], [other]) => place(one) - place(other));
    return {
      by: t("state"),
      labels: states.map(([state]) => types.stateName(state ?? "", words)),
      bars: [
        { label: t("elements"), values: states.map(([, counts]) => counts.reduce((sum, { count }) => sum + count, 0)) },
      ],
      leads: states.map(([state, counts]) =>
        counts.map((each) => ({ facet: each.facet ?? "", count: each.count, search: { states: state } })),
      ),
    };
  }, [data, types, words, t]);
  return <Figure name="states" found={found} series={series} />;
}

const SPANS: Record<string, number> = { "12": 12, "36": 36, all: 1200 };

function Releases({ facet }: { facet?: string }) {
  const { t } = useTranslation("reporting");
  const [{ months = "36" }, change] = useAddress();
  const { releasedOn } = useTypes().roles;
  const found = useQuery(queries.stats(["month"], facet));
  const { data } = found;
  const series = useMemo(() => {
    if (data === undefined) return undefined;
    const counts = new Map(data.map((each) => [each.month ?? "", each.count]));
    const known = [...counts.keys()].sort();
    const labels = monthsBetween(known[0] ?? "", known.at(-1) ?? "").slice(-(SPANS[months] ?? 36));
    const values = labels.map((label) => counts.get(label) ?? 0);
    const leads = labels.map((month, at) =>
      facet && values[at] ? [{ facet, count: values[at], search: { filter: releasedIn(month, releasedOn) } }] : [],
    );
    return { by: t("month"), labels, bars: [{ label: t("releases.count"), values }], leads, isUpright: true };
  }, [data, months, facet, releasedOn, t]);
  return (
    <Figure name="releases" found={found} series={series}>
      <SegmentedControl
        size="xs"
        aria-label={t("releases.span")}
        value={months}
        onChange={(value) => change({ months: value })}
        data={Object.keys(SPANS).map((value) => ({ value, label: t(`releases.spans.${value}`) }))}
        style={{ alignSelf: "start" }}
      />
    </Figure>
  );
}

function Missing({ facet }: { facet?: string }) {
  const { t, i18n } = useTranslation("reporting");
  const found = useQuery(queries.stats(["missingCulture"], facet));
  const { data } = found;
  const leads = useMissingLeads(facet);
  const series = useMemo(
    () =>
      data && {
        by: t("culture"),
        labels: data.map((each) => cultureName(each.missingCulture ?? 0, i18n.language)),
        bars: [
          { label: t("missing.name"), values: data.map((each) => each.withoutName ?? 0) },
          { label: t("missing.other"), values: data.map((each) => each.count - (each.withoutName ?? 0)) },
        ],
        leads: data.map((each) => leads(each.missingCulture ?? 0)),
      },
    [data, leads, t, i18n.language],
  );
  const isEditor = useHasRole("editor");
  return (
    <Figure name="missing" found={found} series={series}>
      {isEditor && <ToWorkbench facet={facet} />}
    </Figure>
  );
}
