import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { labelOf, useNamed, useTypes } from "@/api/hooks";
import { useCulture } from "@/app/preferences";

interface Reference {
  facetName: string;
  id: string;
  type: string;
  attributes?: Record<string, Record<string, unknown>>;
}

/** The name of what a reference points at; it is asked for when the reference does not carry it. Null: it is not to be seen. */
function useSeenLabel(reference: Reference): string | null {
  const types = useTypes();
  const culture = useCulture();
  const named = useNamed(reference, reference.attributes === undefined);
  if (reference.attributes !== undefined) return labelOf(types, reference, culture);
  if (named === undefined) return "…";
  return named && labelOf(types, named, culture);
}

export function useLabel(reference: Reference): string {
  const { t } = useTranslation();
  return useSeenLabel(reference) ?? t("unknownElement");
}

/** A link to the page of an element, by its name; none to what this user cannot see. */
export function ElementLink({ to }: { to: Reference }) {
  const { t } = useTranslation();
  const label = useSeenLabel(to);
  if (label === null) return <span className="fs-unseen">{t("unknownElement")}</span>;
  return (
    <Link
      className="fs-link"
      to="/elements/$facet/$id"
      params={{ facet: to.facetName, id: to.id }}
      search={keepCulture}
    >
      {label}
    </Link>
  );
}

/** A link elsewhere keeps the culture, and nothing else that is in the address. */
export function keepCulture(before: { culture?: number }): { culture?: number } {
  return before.culture === undefined ? {} : { culture: before.culture };
}
