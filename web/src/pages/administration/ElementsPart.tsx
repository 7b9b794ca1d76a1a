// A part that looks after elements of one type: listed with what matters here; the rest is on the page of each.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type LucideIcon, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import * as administration from "@/api/administration";
import { useTypes } from "@/api/hooks";
import type { Element } from "@/api/types.gen";
import { useCulture } from "@/app/preferences";
import { type DataColumn, DataTable } from "@/parts/DataTable";
import { ElementLink, keepCulture } from "@/parts/ElementLink";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { useElementActions } from "../tree/actions";
import classes from "./Administration.module.css";
import { Pages, pageOf, SearchField, useAddress } from "./common";

interface Properties {
  part: string;
  facet: string;
  /** The type that is created here; none, if it is not given. */
  type?: string;
  /** What makes one where a name is not enough. */
  make?: ReactNode;
  icon: LucideIcon;
  select: string[];
  order?: readonly string[];
  columns: readonly Column[];
}

export interface Column extends DataColumn<Element> {
  /** Which rows have something here. A column that has nothing for any row is left out. */
  has?: (row: Element) => boolean;
}

export function ElementsPart({ part, facet, type, make, icon, select, order, columns }: Properties) {
  const { t } = useTranslation("administration");
  const [search] = useAddress();
  const navigate = useNavigate();
  const { create } = useElementActions(facet);
  const { name } = useTypes().roles;
  const filter = search.q ? `Contains(${name}, ${administration.quoted(search.q)})` : undefined;
  const asked = {
    select,
    filter,
    order: (order ?? [name]).join(","),
    culture: useCulture(),
    page: pageOf(search),
  };
  const found = useQuery(administration.elements(facet, asked));
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  const open = (id: string) =>
    void navigate({ to: "/elements/$facet/$id", params: { facet, id }, search: keepCulture });
  return (
    <>
      <div className={classes.bar}>
        <SearchField label={t("find")} />
        {make}
        {type !== undefined && (
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => create(type, null, open)}>
            {t(`${part}.new`)}
          </Button>
        )}
      </div>
      <div className="fs-card">
        {found.data === undefined && <Loading />}
        {found.data?.total === 0 && (
          <EmptyState icon={icon} title={t(search.q ? "nothing" : `${part}.empty`)}>
            {t(search.q ? "nothingHelp" : `${part}.emptyHelp`)}
          </EmptyState>
        )}
        {found.data !== undefined && found.data.total > 0 && (
          <DataTable
            label={t(`${part}.title`)}
            rows={found.data.elements}
            rowKey={(element) => element.id}
            columns={[
              { label: t("name"), cell: (element) => <ElementLink to={element} /> },
              ...columns.filter(({ has }) => has === undefined || found.data.elements.some(has)),
            ]}
          />
        )}
      </div>
      <Pages total={found.data?.total ?? 0} />
    </>
  );
}
