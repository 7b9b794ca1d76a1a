// Where the storage is an administration: the storages and collections that it looks after, which are elements of it.
import { Button, SegmentedControl } from "@mantine/core";
import { Building2, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useStorageInfo, useTypes } from "@/api/hooks";
import type { Element } from "@/api/types.gen";
import { useAddress, useDialog } from "./common";
import { ElementsPart } from "./ElementsPart";
import { Related } from "./Groups";
import { TenantForm } from "./TenantForm";

export default function Tenants() {
  const { t } = useTranslation("administration");
  const isSystem = useStorageInfo().type === "ISysAdminContext";
  const [search, change] = useAddress();
  const { facetOf, roles } = useTypes();
  const [storages, collections] = [facetOf(roles.storage), facetOf(roles.collection)];
  const shown = isSystem && search.show === collections ? collections : storages;
  const idOf = { label: t("tenants.id"), cell: (each: Element) => textOf(each, roles.tenantName) };
  const poolOf = {
    label: t("tenants.pool"),
    cell: (each: Element) => textOf(each, roles.storagePool),
    has: (each: Element) => each.attributes?.[roles.storagePool] !== undefined,
  };
  return (
    <>
      {isSystem && (
        <SegmentedControl
          aria-label={t("tenants.show")}
          value={shown}
          onChange={(show) => change({ show, q: undefined })}
          data={[
            { value: storages, label: t("tenants.storages") },
            { value: collections, label: t("tenants.collections") },
          ]}
          style={{ alignSelf: "start" }}
        />
      )}
      {shown === storages ? (
        <ElementsPart
          key={storages}
          part="tenants"
          facet={storages}
          make={<Make isStorage />}
          icon={Building2}
          select={[
            roles.name,
            roles.tenantName,
            roles.storageCreated,
            roles.template,
            roles.inCollection,
            roles.storagePool,
          ]}
          columns={[
            idOf,
            { label: t("tenants.collection"), cell: (each) => <Related element={each} context={roles.inCollection} /> },
            { label: t("tenants.template"), cell: (each) => textOf(each, roles.template) },
            {
              label: t("tenants.made"),
              cell: (each) => t(each.attributes?.[roles.storageCreated]?.[127] === true ? "yes" : "tenants.planned"),
            },
            poolOf,
          ]}
        />
      ) : (
        <ElementsPart
          key={collections}
          part="tenants"
          facet={collections}
          make={<Make />}
          icon={Building2}
          select={[roles.name, roles.tenantName, roles.storagePool]}
          columns={[idOf, poolOf]}
        />
      )}
    </>
  );
}

const textOf = (element: Element, attribute: string) => String(element.attributes?.[attribute]?.[127] ?? "–");

function Make({ isStorage = false }: { isStorage?: boolean }) {
  const { t } = useTranslation("administration");
  const dialog = useDialog();
  const title = t(isStorage ? "tenants.newOf.storages" : "tenants.newOf.collections");
  return (
    <Button
      leftSection={<Plus size={16} aria-hidden />}
      onClick={() => dialog(title, <TenantForm isStorage={isStorage} />)}
    >
      {title}
    </Button>
  );
}
