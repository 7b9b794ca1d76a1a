// What changed between two days, or was released: of a subtree, of a facet, or of everything.
import { Anchor, SegmentedControl, Select, TextInput } from "@mantine/core";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Equal } from "lucide-react";
import { useTranslation } from "react-i18next";
import { addressOf } from "@/api/lines";
import * as queries from "@/api/queries";
import { useFacets } from "@/app/facets";
import { ElementLink } from "@/parts/ElementLink";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { PageTitle } from "@/parts/PageTitle";
import { useAddress } from "../administration/common";
import { ChangedElements } from "./ChangedElements";
import classes from "./Changes.module.css";
import { daysBefore, type Found, pathOf, type Scope } from "./found";
import { useFound } from "./useFound";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const RELEASES = "releases";

export default function ChangesPage() {
  const { t } = useTranslation("changes");
  const [search, change] = useAddress();
  const { data: period } = useSuspenseQuery(queries.period());
  // Days are those of the storage: in its zone, a new one may have begun before it does here.
  const today = period.now.slice(0, 10);
  const to = search.to ?? today;
  const from = search.from ?? daysBefore(DAY.test(to) ? to : today, 30);
  const what = search.show === RELEASES ? "releasenotes" : "diff";
  const scope: Scope = { facet: search.facet, id: search.id };
  return (
    <div className="fs-page">
      <div className="fs-title">
        <PageTitle>{t("title")}</PageTitle>
      </div>
      <div className={classes.chosen}>
        <SegmentedControl
          aria-label={t("show")}
          value={search.show === RELEASES ? RELEASES : "all"}
          onChange={(value) => change({ show: value === RELEASES ? RELEASES : undefined })}
          data={[
            { value: "all", label: t("allChanges") },
            { value: RELEASES, label: t("releases") },
          ]}
        />
        <Day label={t("from")} value={from} choose={(day) => change({ from: day })} latest={today} />
        <Day label={t("to")} value={to} choose={(day) => change({ to: day })} latest={today} />
        <Where scope={scope} change={change} />
      </div>
      <Shown key={`${what}${scope.facet}${scope.id}${from}${to}`} scope={scope} what={what} from={from} to={to} />
    </div>
  );
}

interface DayProperties {
  label: string;
  value: string;
  latest: string;
  choose: (day: string) => void;
}

function Day({ label, value, latest, choose }: DayProperties) {
  return (
    <TextInput
      type="date"
      label={label}
      max={latest}
      // A revision or a time in the address is no day.
      defaultValue={DAY.test(value) ? value : ""}
      key={value}
      onChange={(event) => DAY.test(event.currentTarget.value) && choose(event.currentTarget.value)}
    />
  );
}

interface WhereProperties {
  scope: Scope;
  change: (changed: Record<string, string | undefined>) => void;
}

function Where({ scope, change }: WhereProperties) {
  const { t } = useTranslation("changes");
  const facets = useFacets();
  if (scope.facet && scope.id) return <Root facet={scope.facet} id={scope.id} />;
  return (
    <Select
      label={t("where")}
      w={240}
      value={scope.facet ?? ""}
      allowDeselect={false}
      onChange={(value) => change({ facet: value || undefined })}
      data={[{ value: "", label: t("everything") }, ...facets.map(({ name, label }) => ({ value: name, label }))]}
    />
  );
}

function Root({ facet, id }: { facet: string; id: string }) {
  const { t } = useTranslation("changes");
  const found = useQuery(queries.element(facet, id));
  return (
    <p className={classes.root}>
      {t("below")} {found.data && <ElementLink to={found.data.element} />}
    </p>
  );
}

interface ShownProperties {
  scope: Scope;
  what: "diff" | "releasenotes";
  from: string;
  to: string;
}

function Shown({ scope, what, from, to }: ShownProperties) {
  const { t } = useTranslation("changes");
  const path = pathOf(scope, what);
  const { found, error, isReading, again } = useFound(path, from, to);
  const isBroken = !isReading && !found.isWhole && error === undefined;
  return (
    <>
      <Summary found={found} isReading={isReading} />
      {what === "releasenotes" && found.isWhole && (
        <Anchor href={addressOf(path, { from, to, format: "markdown" })} download="release-notes.md" size="sm">
          {t("markdown")}
        </Anchor>
      )}
      {error !== undefined && <Failure error={error} retry={again} />}
      {isBroken && <Failure error={new Error(found.refused ?? t("broken"))} retry={again} />}
      {found.isWhole && found.elements.length === 0 && (
        <EmptyState icon={Equal} title={t(what === "diff" ? "nothing" : "noReleases")}>
          {t("nothingHelp")}
        </EmptyState>
      )}
      {isReading && found.elements.length === 0 && <Loading lines={6} />}
      <ChangedElements found={found.elements} />
    </>
  );
}

/** The counts, which grow while the answer arrives. */
function Summary({ found: { counts }, isReading }: { found: Found; isReading: boolean }) {
  const { t } = useTranslation("changes");
  return (
    <p className={classes.counts} role="status" aria-busy={isReading}>
      {t("counts", { ...counts })} {isReading && t("reading")}
    </p>
  );
}
