// The types: what there is and what each holds, with those and the properties that the storage has added itself.
import { Button, Group, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import * as administration from "@/api/administration";
import { groupBy, inCulture, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { Additions, AttributeProperty, RelatedProperty, TypeSummary } from "@/api/types.gen";
import { useFacets } from "@/app/facets";
import { useWords } from "@/app/preferences";
import { DataTable } from "@/parts/DataTable";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { TypeDot, TypeName } from "@/parts/TypeDot";
import classes from "./Administration.module.css";
import { Names, useAddress } from "./common";
import { OwnTypes, RowActions } from "./OwnTypes";
import { type TypeActions, useTypeActions } from "./typeActions";
import { isOwnType } from "./typeData";

export default function Types() {
  const { t } = useTranslation("administration");
  const words = useWords();
  const facets = useFacets();
  const data = useQuery(queries.types).data?.values;
  const own = useQuery(administration.additions);
  const [search, change] = useAddress();
  const actions = useTypeActions(own.data, (type) => change({ type }));
  const byFacet = groupBy(data ?? [], (each) => each.facet);
  const label = (type: TypeSummary) => inCulture(type.displayNames, words) ?? type.key;
  const chosen = data?.find((each) => each.key === search.type);
  const options = facets.map((facet) => ({
    group: facet.label,
    items: (byFacet.get(facet.name) ?? []).map((type) => ({ value: type.key, label: label(type) })),
  }));
  if (own.error && own.data === undefined) return <Failure error={own.error} retry={() => own.refetch()} />;
  if (own.data === undefined) return <Loading />;
  return (
    <>
      <div className={classes.bar}>
        <Select
          label={t("types.type")}
          searchable
          clearable
          w={320}
          maw="100%"
          value={chosen?.key ?? null}
          onChange={(type) => change({ type: type ?? undefined })}
          data={options.filter((each) => each.items.length > 0)}
          comboboxProps={{ withinPortal: true }}
          clearButtonProps={{ "aria-label": t("types.allOwn") }}
          nothingFoundMessage={t("nothing")}
        />
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => actions.editType()}>
          {t("types.new")}
        </Button>
      </div>
      {chosen === undefined ? (
        <OwnTypes own={own.data.additions} actions={actions} />
      ) : (
        <Type key={chosen.key} type={chosen} own={own.data.additions} actions={actions} />
      )}
    </>
  );
}

interface TypeProperties {
  type: TypeSummary;
  own: Additions;
  actions: TypeActions;
}

function Type({ type, own, actions }: TypeProperties) {
  const { t } = useTranslation("administration");
  const words = useWords();
  const found = useQuery(administration.typeConfig(type.facet, type.key));
  const name = inCulture(type.displayNames, words) ?? type.key;
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
      <div className={classes.bar}>
        <h2 className={classes.group}>{t("types.properties")}</h2>
        <Group gap="xs">
          {isOwnType(own, type.key) && (
            <>
              <Button variant="default" onClick={() => actions.editType(type.key)}>
                {t("types.editOf", { name })}
              </Button>
              <Button variant="default" onClick={() => actions.removeType(type.key, name)}>
                {t("types.removeOf", { name })}
              </Button>
            </>
          )}
          <Button
            variant="default"
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => actions.editProperty(undefined, type.key)}
          >
            {t("types.newProperty")}
          </Button>
        </Group>
      </div>
      <div className="fs-card">
        {found.data === undefined ? (
          <Loading />
        ) : (
          <Properties type={type} properties={found.data.properties} own={own} actions={actions} />
        )}
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

function Properties({ type, properties, own, actions }: TypeProperties & { properties: Property[] }) {
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
        {
          label: t("actions"),
          isHidden: true,
          cell: (property) =>
            own.properties?.[property.key] && (
              <RowActions
                name={inCulture(property.displayNames, words) ?? property.key}
                edit={() => actions.editProperty(property.key)}
                remove={actions.removeProperty(property.key)}
              />
            ),
        },
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
