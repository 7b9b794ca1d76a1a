// The process house, drawn as one: under the roof what leads, between the walls what is done for customers, below what carries it.
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { labelOf, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { Element } from "@/api/types.gen";
import { useCulture } from "@/app/preferences";
import { ElementLink, keepCulture } from "@/parts/ElementLink";
import { Loading } from "@/parts/Loading";
import classes from "./Home.module.css";

type Storey = "lead" | "core" | "base";

export function House({ facet }: { facet: string }) {
  const { t } = useTranslation("home");
  const types = useTypes();
  const culture = useCulture();
  const { data: roots } = useSuspenseQuery(queries.roots(facet, "tree"));
  const house = roots[0];
  const { data: bands } = useQuery({
    ...queries.children(facet, "tree", house?.id ?? ""),
    enabled: house !== undefined,
  });
  if (house === undefined) return null;
  return (
    <section className={classes.house} aria-label={t("house")}>
      <div className={classes.roof}>
        <svg viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
          <path className={classes.chimney} d="M78 1h5v11h-5z" />
          <path d="M0 14 50 0l50 14z" />
        </svg>
        <Link to="/facets/$facet/$view" params={{ facet, view: "tree" }} search={keepCulture}>
          {labelOf(types, house, culture)}
        </Link>
      </div>
      {bands === undefined && <Loading lines={9} />}
      {bands?.map((band, at) => (
        <Band key={band.id} facet={facet} band={band} storey={storeyOf(at, bands.length)} />
      ))}
    </section>
  );
}

/** A house has its first part under the roof and its last as the ground; what there is between is its core. */
function storeyOf(at: number, count: number): Storey {
  if (count > 1 && at === 0) return "lead";
  return count > 2 && at === count - 1 ? "base" : "core";
}

function Band({ facet, band, storey }: { facet: string; band: Element; storey: Storey }) {
  const { data: processes } = useQuery(queries.children(facet, "tree", band.id));
  return (
    <div className={classes.band} data-storey={storey}>
      <h2>
        <ElementLink to={band} />
      </h2>
      <ul style={{ "--columns": columnsFor(processes?.length ?? 1) } as CSSProperties}>
        {processes?.map((each) => (
          <Tile key={each.id} facet={facet} process={each} />
        ))}
      </ul>
    </div>
  );
}

/** Rows as even as they can be, none longer than five. */
function columnsFor(count: number): number {
  return Math.max(1, Math.ceil(count / Math.ceil(count / 5)));
}

function Tile({ facet, process }: { facet: string; process: Element }) {
  const { t } = useTranslation("home");
  const types = useTypes();
  const culture = useCulture();
  const count = process.children?.length ?? 0;
  return (
    <li>
      <Link
        to="/facets/$facet/$view"
        params={{ facet, view: "tree" }}
        search={(before) => ({ ...keepCulture(before), selected: process.id })}
      >
        <b>{labelOf(types, process, culture) || "–"}</b>
        {count > 0 && <span>{t("below", { count })}</span>}
      </Link>
    </li>
  );
}
