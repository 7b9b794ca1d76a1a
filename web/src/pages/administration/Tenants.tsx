// Where the storage is an administration: the storages and collections that it looks after, which are elements of it.
import { Button, SegmentedControl } from "@mantine/core";
import { Building2, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useStorageInfo } from "@/api/hooks";
import { useAddress, useDialog } from "./common";
import { ElementsPart } from "./ElementsPart";
import { Related } from "./Groups";
import { TenantForm } from "./TenantForm";

export default function Tenants() {
  const { t } = useTranslation("administration");
  const isSystem = useStorageInfo().type === "ISysAdminContext";
  const [search, change] = useAddress();
  const shown = isSystem && search.show === "collections" ? "collections" : "storages";
  return (
    <>
      {isSystem && (
        <SegmentedControl
          aria-label={t("tenants.show")}
          value={shown}
          onChange={(show) => change({ show, q: undefined })}
          data={["storages", "collections"].map((value) => ({ value, label: t(`tenants.${value}`) }))}
          style={{ alignSelf: "start" }}
        />
      )}
      {shown === "storages" ? (
        <ElementsPart
          key="storages"
          part="tenants"
          facet="storages"
          make={<Make kind="storages" />}
          icon={Building2}
          select="name,id,storageCreated,storageTemplate,inCollection"
          columns={[
            { label: t("tenants.id"), cell: (each) => String(each.attributes?.id?.[127] ?? "–") },
            { label: t("tenants.collection"), cell: (each) => <Related element={each} context="inCollection" /> },
            { label: t("tenants.template"), cell: (each) => String(each.attributes?.storageTemplate?.[127] ?? "–") },
            {
              label: t("tenants.made"),
              cell: (each) => t(each.attributes?.storageCreated?.[127] === true ? "yes" : "tenants.planned"),
            },
          ]}
        />
      ) : (
        <ElementsPart
          key="collections"
          part="tenants"
          facet="collections"
          make={<Make kind="collections" />}
          icon={Building2}
          select="name,id"
          columns={[{ label: t("tenants.id"), cell: (each) => String(each.attributes?.id?.[127] ?? "–") }]}
        />
      )}
    </>
  );
}

function Make({ kind }: { kind: "storages" | "collections" }) {
  const { t } = useTranslation("administration");
  const dialog = useDialog();
  const title = t(`tenants.newOf.${kind}`);
  return (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => dialog(title, <TenantForm kind={kind} />)}>
      {title}
    </Button>
  );
}
