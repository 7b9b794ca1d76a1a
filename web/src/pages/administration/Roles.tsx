// The roles of the service: what each may do, and how many have it as their highest.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import * as administration from "@/api/administration";
import { useTypes } from "@/api/hooks";
import { DataTable } from "@/parts/DataTable";
import { havingRole, ROLES, type Role } from "./roles";

export default function Roles() {
  const { t } = useTranslation("administration");
  const shell = useTranslation().t;
  const { facetOf, roles } = useTypes();
  const [people, tokens] = [facetOf(roles.user), facetOf(roles.token)];
  return (
    <div className="fs-card">
      <DataTable
        label={t("roles.title")}
        rows={ROLES}
        rowKey={(role) => role}
        columns={[
          { label: t("role"), cell: (role) => <strong>{shell(`roles.${role}`)}</strong> },
          { label: t("roles.may"), cell: (role) => t(`roles.${role}`) },
          { label: t("roles.people"), isNumber: true, cell: (role) => <Count facet={people} role={role} /> },
          { label: t("roles.tokens"), isNumber: true, cell: (role) => <Count facet={tokens} role={role} /> },
        ]}
      />
    </div>
  );
}

function Count({ facet, role }: { facet: string; role: Role }) {
  const names = useTypes().roles;
  const asked = { select: [names.roleFlags.viewer], filter: havingRole(names, role) };
  const { data } = useQuery(administration.elements(facet, asked));
  return data?.total ?? "…";
}
