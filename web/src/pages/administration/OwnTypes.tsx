// What the storage has added itself: its own types, and its own properties with the types that have them.
import { Button, Group } from "@mantine/core";
import { Shapes } from "lucide-react";
import { useTranslation } from "react-i18next";
import { inCulture } from "@/api/hooks";
import type { Additions } from "@/api/types.gen";
import { useWords } from "@/app/preferences";
import { DataTable } from "@/parts/DataTable";
import { EmptyState } from "@/parts/EmptyState";
import { TypeDot, TypeName } from "@/parts/TypeDot";
import classes from "./Administration.module.css";
import { Names } from "./common";
import type { TypeActions } from "./typeActions";
import { isOwnType, typesWith } from "./typeData";

export function OwnTypes({ own, actions }: { own: Additions; actions: TypeActions }) {
  const { t } = useTranslation("administration");
  const words = useWords();
  const types = Object.keys(own.types ?? {}).filter((key) => isOwnType(own, key));
  const properties = Object.keys(own.properties ?? {});
  const typeName = (key: string) => inCulture(own.types?.[key]?.names, words) ?? key;
  const propertyName = (key: string) => inCulture(own.properties?.[key]?.names, words) ?? key;
  if (types.length + properties.length === 0) {
    return (
      <div className="fs-card">
        <EmptyState icon={Shapes} title={t("types.empty")}>
          {t("types.emptyHelp")}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <h2 className={classes.group}>{t("types.ownTypes")}</h2>
      <div className="fs-card">
        <DataTable
          label={t("types.ownTypes")}
          rows={types}
          rowKey={String}
          columns={[
            { label: t("name"), cell: (key) => <Named type={key} /> },
            { label: t("types.key"), cell: (key) => <code>{key}</code> },
            { label: t("types.facet"), cell: (key) => own.types?.[key]?.facet },
            {
              label: t("actions"),
              isHidden: true,
              cell: (key) => (
                <RowActions
                  name={typeName(key)}
                  edit={() => actions.editType(key)}
                  remove={() => actions.removeType(key, typeName(key))}
                />
              ),
            },
          ]}
        />
      </div>
      <h2 className={classes.group}>{t("types.ownProperties")}</h2>
      <div className="fs-card">
        <DataTable
          label={t("types.ownProperties")}
          rows={properties}
          rowKey={String}
          columns={[
            { label: t("name"), cell: (key) => <strong>{propertyName(key)}</strong> },
            { label: t("types.key"), cell: (key) => <code>{key}</code> },
            {
              label: t("types.havers"),
              cell: (key) => (
                <Names>
                  {typesWith(own, key).map((type) => (
                    <Named key={type} type={type} />
                  ))}
                </Names>
              ),
            },
            {
              label: t("actions"),
              isHidden: true,
              cell: (key) => (
                <RowActions
                  name={propertyName(key)}
                  edit={() => actions.editProperty(key)}
                  remove={actions.removeProperty(key)}
                />
              ),
            },
          ]}
        />
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

export function RowActions({ name, edit, remove }: { name: string; edit: () => void; remove: () => void }) {
  const { t } = useTranslation("administration");
  return (
    <Group gap={4} justify="end" wrap="nowrap">
      <Button size="xs" variant="default" aria-label={t("types.editOf", { name })} onClick={edit}>
        {t("types.edit")}
      </Button>
      <Button size="xs" variant="default" aria-label={t("types.removeOf", { name })} onClick={remove}>
        {t("types.remove")}
      </Button>
    </Group>
  );
}
