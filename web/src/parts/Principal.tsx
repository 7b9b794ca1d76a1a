// The principal of an id: a person, a group, a token or a permission set. Only the service knows which.
import { useTranslation } from "react-i18next";
import { labelOf, useNamed, useTypes } from "@/api/hooks";
import { useCulture } from "@/app/preferences";
import { ElementLink } from "./ElementLink";
import { Face } from "./Face";

export function usePrincipal(id: string) {
  const { facetOf, roles } = useTypes();
  const user = useNamed({ facetName: facetOf(roles.user), id }, id !== "");
  const group = useNamed({ facetName: facetOf(roles.userGroup), id }, user === null);
  const token = useNamed({ facetName: facetOf(roles.token), id }, group === null);
  const set = useNamed({ facetName: facetOf(roles.permissionSet), id }, token === null);
  return user ?? group ?? token ?? set;
}

export function usePrincipalName(id: string): string {
  const { t } = useTranslation();
  const types = useTypes();
  const culture = useCulture();
  const found = usePrincipal(id);
  if (found === undefined) return "…";
  return found === null ? t("unknownElement") : labelOf(types, found, culture);
}

/** A link to the principal with its name; only the id, if it no longer exists. */
export function Principal({ id }: { id: string }) {
  const found = usePrincipal(id);
  if (found === undefined) return "…";
  return found === null ? (
    <code className="fs-count">{id}</code>
  ) : (
    <>
      <Face id={id} />
      <ElementLink to={found} />
    </>
  );
}
