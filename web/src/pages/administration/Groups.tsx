// Groups of people: what they get together, and who is in them.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { UsersRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useTypes } from "@/api/hooks";
import { ELEMENT, elementAt, read } from "@/api/requests";
import type { Element } from "@/api/types.gen";
import { ElementLink, keepCulture } from "@/parts/ElementLink";
import { Names } from "./common";
import { ElementsPart } from "./ElementsPart";

export default function Groups() {
  const { t } = useTranslation("administration");
  const { facetOf, roles } = useTypes();
  return (
    <ElementsPart
      part="groups"
      facet={facetOf(roles.userGroup)}
      type={roles.userGroup}
      icon={UsersRound}
      select={[roles.name, roles.permissionSets, roles.externalGroup]}
      columns={[
        { label: t("groups.members"), isNumber: true, cell: (group) => <Members group={group} /> },
        { label: t("sets.title"), cell: (group) => <Related element={group} context={roles.permissionSets} /> },
        { label: t("groups.external"), cell: (group) => String(group.attributes?.[roles.externalGroup]?.[127] ?? "–") },
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
  const { roles } = useTypes();
  const { data } = useQuery({
    queryKey: ["data", "members", group.id],
    queryFn: () =>
      read(`${ELEMENT}/usages`, {
        path: elementAt(group.facetName, "detail", group.id),
        query: { context: [roles.groups], $pageSize: 1 },
      }),
  });
  if (data === undefined) return "…";
  return (
    <Link
      className="fs-link"
      to="/elements/$facet/$id"
      params={{ facet: group.facetName, id: group.id }}
      search={(before) => ({ ...keepCulture(before), tab: "usages" })}
    >
      {data.total}
    </Link>
  );
}
