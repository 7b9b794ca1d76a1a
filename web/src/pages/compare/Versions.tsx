// The versions of an element as a time line, and two of them side by side.
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { GitCompareArrows } from "lucide-react";
import { useTranslation } from "react-i18next";
import { inCulture, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { Element, ListedVersion } from "@/api/types.gen";
import { useHasRole } from "@/app/person";
import { keepCulture } from "@/parts/ElementLink";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { dayOf } from "@/parts/moment";
import { usePersonName } from "@/parts/PersonName";
import { StateBadge } from "@/parts/StateBadge";
import { wordsOf } from "@/parts/words";
import { useIsPast } from "@/time/moment";
import type { TabProperties } from "../element/tab";
import { BringBack } from "../revert/BringBack";
import { Approvals } from "./Approvals";
import { Compare } from "./Compare";
import classes from "./Compare.module.css";
import { numberOf } from "./difference";

const textOf = (version: Element, name: string) => {
  const value = inCulture(version.attributes?.[name], 127);
  return typeof value === "string" ? value : "";
};

export default function Versions({ facet, element }: TabProperties) {
  const { t } = useTranslation("compare");
  const { from, to } = useSearch({ strict: false }) as { from?: string; to?: string };
  const isPast = useIsPast();
  const found = useQuery(queries.versions(facet, element.id));
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  if (found.data === undefined) return <Loading lines={4} />;
  const one = found.data.find((each) => each.versionId === from);
  const other = found.data.find((each) => each.versionId === to);
  // The service compares versions as they are today.
  if (one && other && !isPast) return <Compare facet={facet} versions={found.data} from={one} to={other} />;
  const newestFirst = [...found.data].reverse();
  return (
    <>
      <ol className={classes.timeline} reversed aria-label={t("timeline")}>
        {newestFirst.map((each, place) => (
          <Entry
            key={each.versionId}
            version={each}
            before={isPast ? undefined : newestFirst[place + 1]}
            isNewest={place === 0}
            isShown={each.versionId === element.versionId}
          />
        ))}
      </ol>
      {found.data.length === 1 && !isPast && <p className="fs-count">{t("oneHelp")}</p>}
    </>
  );
}

interface EntryProperties {
  version: ListedVersion;
  before?: Element;
  isShown: boolean;
  isNewest: boolean;
}

function Entry({ version, before, isShown, isNewest }: EntryProperties) {
  const { t } = useTranslation("compare");
  const revert = useTranslation("revert").t;
  const isEditor = useHasRole("editor");
  const number = numberOf(version);
  const { roles } = useTypes();
  const reason = wordsOf(textOf(version, roles.revisionReason ?? ""));
  const [from, until] = [textOf(version, roles.validFrom), textOf(version, roles.validUntil)];
  return (
    <li data-state={version.state} aria-current={isShown ? "true" : undefined}>
      <div className={classes.entry}>
        <Link
          className="fs-link"
          to="/elements/$facet/$id"
          params={{ facet: version.facetName, id: version.versionId ?? version.id }}
          search={keepCulture}
          aria-label={t("openVersion", { version: number })}
        >
          <strong>{number}</strong>
        </Link>
        {version.state && <StateBadge state={version.state} />}
        {before && (
          <Link
            className={`fs-link ${classes.compare}`}
            to="."
            search={(given) => ({ ...given, from: before.versionId, to: version.versionId })}
          >
            <GitCompareArrows size={14} aria-hidden />
            {t("compareWith", { version: numberOf(before) })}
          </Link>
        )}
        {isEditor && !isNewest && (
          <BringBack
            facet={version.facetName}
            element={version}
            from={version.versionId ?? ""}
            name={number}
            label={revert("wholeOf", { version: number })}
            text={revert("whole")}
          />
        )}
      </div>
      <div className={classes.facts}>
        <Made version={version} />
        {from && <span>{t("valid", { from: dayOf(from), until: dayOf(until) })}</span>}
      </div>
      {reason && <p>{reason}</p>}
      <Approvals version={version} />
    </li>
  );
}

function Made({ version }: { version: Element }) {
  const { t } = useTranslation("compare");
  const { roles } = useTypes();
  const releasedOn = textOf(version, roles.releasedOn);
  const by = version.related?.[roles.releasedBy]?.[0]?.id;
  const name = usePersonName(by ?? "");
  if (releasedOn === "") return <span>{t("made", { day: dayOf(textOf(version, roles.createdOn)) })}</span>;
  return <span>{t(by ? "released" : "releasedOn", { day: dayOf(releasedOn), name })}</span>;
}
