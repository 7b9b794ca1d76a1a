// The type configuration, to read: what there is, and what each type holds.
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Shapes } from "lucide-react";
import { useTranslation } from "react-i18next";
import * as administration from "@/api/administration";
import { groupBy, inCulture, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { AttributeProperty, RelatedProperty, TypeSummary } from "@/api/types.gen";
import { useFacets } from "@/app/facets";
import { useWords } from "@/app/preferences";
import { DataTable } from "@/parts/DataTable";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { TypeDot, TypeName } from "@/parts/TypeDot";
import classes from "./Administration.module.css";
import { Names, useAddress } from "./common";

export default function Types() {
  const { t } = useTranslation("administration");
  const words = useWords();
  const facets = useFacets();
  const data = useQuery(queries.types).data?.values;
  const [search, change] = useAddress();
  const byFacet = groupBy(data ?? [], (each) => each.facet);
  const label = (type: TypeSummary) => inCulture(type.displayNames, words) ?? type.key;
  const chosen = data?.find((each) => each.key === search.type);
  const options = facets.map((facet) => ({
    group: facet.label,
    items: (byFacet.get(facet.name) ?? []).map((type) => ({ value: type.key, label: label(type) })),
  }));
  return (
    <>
      <Select
        label={t("types.type")}
        searchable
        w={320}
        maw="100%"
        value={chosen?.key ?? null}
        onChange={(type) => change({ type: type ?? undefined })}
        data={options.filter((each) => each.items.length > 0)}
        comboboxProps={{ withinPortal: true }}
        nothingFoundMessage={t("nothing")}
      />
      {chosen === undefined ? (
        <div className="fs-card">
          <EmptyState icon={Shapes} title={t("types.empty")}>
            {t("types.emptyHelp")}
          </EmptyState>
        </div>
      ) : (
        <Type type={chosen} />
      )}
    </>
  );
}

function Type({ type }: { type: TypeSummary }) {
  const { t } = useTranslation("administration");
  const words = useWords();
  const found = useQuery(administration.typeConfig(type.facet, type.key));
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  return (
    <>
      <dl className={`fs-card ${classes.facts}`}>
        <dt>{t("types.key")}</dt>
        <dd>{type.key}</dd>
        <dt>{t("types.facet")}</dt>
        <dd>{type.facet}</dd>
        <dt>{t("types.description")}</dt>
        <dd>{inCulture(found.data?.descriptions, words) ?? "–"}</dd>
        <dt>{t("types.states")}</dt>
        <dd>{type.states.map((each) => inCulture(each.displayNames, words)).join(" → ") || t("types.noStates")}</dd>
        <dt>{t("types.below")}</dt>
        <dd>
          <Names>{type.children.length === 0 ? "–" : type.children.map((key) => <Named key={key} type={key} />)}</Names>
        </dd>
      </dl>
      <h2 className={classes.group}>{t("types.properties")}</h2>
      <div className="fs-card">
        {found.data === undefined ? <Loading /> : <Properties type={type} properties={found.data.properties} />}
      </div>
    </>
  );
}

function Named({ type }: { type: string }) {
  return (
    <span>
      <TypeDot type={type} /> <TypeName type={type} />
    </span>
  );
}

type Property = AttributeProperty | RelatedProperty;

function Properties({ type, properties }: { type: TypeSummary; properties: Property[] }) {
  const { t } = useTranslation("administration");
  const words = useWords();
  const kind = (property: Property) =>
    "attribute" in property ? t(`types.kinds.${property.attribute.dataType}`) : t("types.reference");
  return (
    <DataTable
      label={t("types.properties")}
      rows={properties}
      rowKey={(property) => property.key}
      columns={[
        { label: t("name"), cell: (property) => <strong>{inCulture(property.displayNames, words)}</strong> },
        { label: t("types.key"), cell: (property) => <code>{property.key}</code> },
        { label: t("types.kind"), cell: kind },
        { label: t("types.values"), cell: (property) => <Values property={property} /> },
        { label: t("types.mandatory"), cell: (property) => (type.mandatory.includes(property.key) ? t("yes") : "–") },
        { label: t("types.description"), cell: (property) => inCulture(property.descriptions, words) },
      ]}
    />
  );
}

/** What may stand in a property. */
function Values({ property }: { property: Property }) {
  const { t } = useTranslation("administration");
  const types = useTypes();
  const words = useWords();
  if ("related" in property) {
    const named = property.related.relatedTypes.map((key) => inCulture(types.get(key)?.displayNames, words) ?? key);
    return named.join(", ");
  }
  const values = property.attribute.selectableValues?.map((each) => inCulture(each.displayNames, words));
  return values?.join(" · ") || t(property.attribute.isInvariantCulture ? "types.once" : "types.perCulture");
}
