// Groups of people: what they get together, and who is in them.
import { useQuery } from "@tanstack/react-query";
import { UsersRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { elementPath, read } from "@/api/client";
import type { Element, Usages } from "@/api/types.gen";
import { ElementLink } from "@/parts/ElementLink";
import { Names } from "./common";
import { ElementsPart } from "./ElementsPart";

export default function Groups() {
  const { t } = useTranslation("administration");
  return (
    <ElementsPart
      part="groups"
      facet="usergroups"
      type="userGroup"
      icon={UsersRound}
      select="name,permissionSets,externalGroup"
      columns={[
        { label: t("groups.members"), isNumber: true, cell: (group) => <Members group={group} /> },
        { label: t("sets.title"), cell: (group) => <Related element={group} context="permissionSets" /> },
        { label: t("groups.external"), cell: (group) => String(group.attributes?.externalGroup?.[127] ?? "–") },
      ]}
    />
  );
}

export function Related({ element, context }: { element: Element; context: string }) {
  const targets = element.related?.[context] ?? [];
  if (targets.length === 0) return "–";
  return (
    <Names>
      {targets.map((each) => (
        <ElementLink key={each.id} to={each} />
      ))}
    </Names>
  );
}

function Members({ group }: { group: Element }) {
  const { data } = useQuery({
    queryKey: ["data", "members", group.id],
    queryFn: () =>
      read<Usages>(elementPath("usergroups", "detail", group.id, "usages"), { context: "userGroups", $pageSize: 1 }),
  });
  return data?.total ?? "…";
}
