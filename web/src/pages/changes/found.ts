// What has arrived of a difference: elements with counts that grow, until the last line says that it is all.
import type { ReleaseNote, WideDifference } from "@/api/types.gen";

export type Changed = WideDifference & Partial<Pick<ReleaseNote, "releases">>;

export interface Counts {
  added: number;
  removed: number;
  changed: number;
}

export interface Found {
  elements: Changed[];
  counts: Counts;
  /** Whether all of it has arrived. */
  isWhole: boolean;
  /** What the service says where it could not go on. */
  refused?: string;
}

export const NOTHING: Found = { elements: [], counts: { added: 0, removed: 0, changed: 0 }, isWhole: false };

/** What is known with some lines more. */
export function withLines(found: Found, lines: unknown[]): Found {
  const elements = [...found.elements];
  const counts = { ...found.counts };
  let { isWhole, refused } = found;
  for (const line of lines as (Partial<Changed> & { counts?: Counts; error?: string })[]) {
    if (line.counts) isWhole = true;
    else if (line.error) refused = line.error;
    else if (line.id && line.kind) {
      elements.push(line as Changed);
      counts[line.kind] += 1;
    }
  }
  return { elements, counts, isWhole, refused };
}

/** The day some days before another one. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}

export interface Scope {
  facet?: string;
  id?: string;
}

/** The path of what compares a scope. */
export function pathOf({ facet, id }: Scope, what: "diff" | "releasenotes"): string {
  if (facet === undefined) return `rest/${what}`;
  const below = `rest/facets/${encodeURIComponent(facet)}`;
  if (id === undefined) return `${below}/${what}`;
  return `${below}/views/detail/elements/${encodeURIComponent(id)}/subtree/${what}`;
}
