// The address of a step leads into the workspace of its process, where its line and its shape are.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import * as queries from "@/api/queries";
import { Loading } from "@/parts/Loading";

interface Properties {
  facet: string;
  id: string;
  /** What is shown where no diagram shows the step. */
  children: ReactNode;
}

/** Diagrams refer to what they show without a context. */
const SHAPES = "content";

export function StepAddress({ facet, id, children }: Properties) {
  const found = useInfiniteQuery(queries.usages(facet, id));
  if (found.data === undefined && !found.error) return <Loading lines={10} />;
  const process = found.data?.pages[0]?.values[SHAPES]?.[0];
  if (process === undefined) return children;
  return (
    <Navigate
      to="/elements/$facet/$id"
      params={{ facet: process.facetName, id: process.id }}
      search={(before) => ({ ...before, tab: "diagram", shape: id })}
      state={{ isStep: true }}
      replace
    />
  );
}
