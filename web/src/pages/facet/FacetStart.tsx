import { useSuspenseQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import type { View } from "@/api/types.gen";
import { keepCulture } from "@/parts/ElementLink";

/** The views of a facet with those for people first: the hierarchy, then the list. */
export function orderedViews(views: View[]): View[] {
  const rank = (view: View) => (view.name === "tree" ? 0 : view.name === "list" ? 1 : 2);
  return [...views].sort((a, b) => rank(a) - rank(b));
}

/** A facet without a view leads to its first one. */
export default function FacetStart() {
  const facet = useTypes().facet(useParams({ from: "/facets/$facet" }).facet);
  const { data } = useSuspenseQuery(queries.views(facet));
  const view = orderedViews(data)[0]?.name ?? "list";
  return <Navigate to="/facets/$facet/$view" params={{ facet, view }} search={keepCulture} replace />;
}
