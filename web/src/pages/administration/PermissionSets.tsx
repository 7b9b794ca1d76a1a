// Permission sets: what each grants, and who holds it.
import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import * as administration from "@/api/administration";
import { inCulture, useTypes } from "@/api/hooks";
import type { Element } from "@/api/types.gen";
import { useWords } from "@/app/preferences";
import { ElementsPart } from "./ElementsPart";

export default function PermissionSets() {
  const { t } = useTranslation("administration");
  const { facetOf, roles } = useTypes();
  return (
    <ElementsPart
      part="sets"
      facet={facetOf(roles.permissionSet)}
      type={roles.permissionSet}
      icon={ShieldCheck}
      select={[roles.name, roles.grants, roles.isDefault]}
      order={[roles.sequence, roles.name]}
      columns={[
        { label: t("sets.grants"), cell: (set) => <Grants set={set} /> },
        { label: t("sets.holders"), cell: (set) => <Holders set={set} /> },
        {
          label: t("sets.isDefault"),
          cell: (set) => (set.attributes?.[roles.isDefault]?.[127] === true ? t("yes") : "–"),
        },
      ]}
    />
  );
}

function Grants({ set }: { set: Element }) {
  const words = useWords();
  const { roles } = useTypes();
  const { data } = useQuery(administration.typeConfig(set.facetName, set.type));
  const property = data?.properties.find((each) => each.key === roles.grants);
  const values = property !== undefined && "attribute" in property ? property.attribute.selectableValues : undefined;
  const keys = (set.attributes?.[roles.grants]?.[127] ?? []) as string[];
  const names = keys.map((key) => inCulture(values?.find((each) => each.key === key)?.displayNames, words) ?? key);
  return names.join(", ") || "–";
}

function Holders({ set }: { set: Element }) {
  const { t } = useTranslation("administration");
  const { data } = useQuery(administration.holders(set.id));
  if (data === undefined) return "…";
  return `${t("sets.users", { count: data.users.length })}, ${t("sets.groups", { count: data.userGroups.length })}`;
}
