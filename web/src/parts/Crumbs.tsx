import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Reference } from "@/api/types.gen";
import { useFacetLabel } from "@/app/facets";
import { keepCulture, useLabel } from "./ElementLink";

/** From the facet down to what is shown. */
export function Crumbs({ facet, path, children }: { facet: string; path: Reference[]; children: ReactNode }) {
  const { t } = useTranslation();
  const label = useFacetLabel(facet);
  return (
    <nav className="fs-crumbs" aria-label={t("breadcrumb")}>
      <Link to="/facets/$facet" params={{ facet }} search={keepCulture}>
        {label}
      </Link>
      {[...path].reverse().map((each) => (
        <Fragment key={each.id}>
          <ChevronRight size={13} aria-hidden />
          <Crumb to={each} />
        </Fragment>
      ))}
      <ChevronRight size={13} aria-hidden />
      <span aria-current="page">{children}</span>
    </nav>
  );
}

function Crumb({ to }: { to: Reference }) {
  return (
    <Link to="/elements/$facet/$id" params={{ facet: to.facetName, id: to.id }} search={keepCulture}>
      {useLabel(to)}
    </Link>
  );
}
