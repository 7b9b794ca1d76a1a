// A figure that opens what it counts: its list, or where it counts several facets, the lists of each.
import { Popover, UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useFacets } from "@/app/facets";
import type { ViewSearch } from "@/app/view-search";
import { keepCulture } from "./ElementLink";
import { numberText } from "./number";

export interface Lead {
  facet: string;
  count: number;
  /** What narrows the list to what was counted. */
  search: Pick<ViewSearch, "filter" | "states" | "missing">;
}

export function LeadsTo({ leads, children }: { leads: Lead[]; children: ReactNode }) {
  const [only] = leads;
  if (only === undefined) return children;
  if (leads.length === 1) return <ListLink lead={only}>{children}</ListLink>;
  return (
    <Popover position="bottom-start" withinPortal={false} withArrow trapFocus returnFocus shadow="md">
      <Popover.Target>
        <UnstyledButton className="fs-link" fz="inherit">
          {children}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Facets leads={leads} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Facets({ leads }: { leads: Lead[] }) {
  const facets = useFacets();
  const label = (name: string) => facets.find((each) => each.name === name)?.label ?? name;
  return (
    <ul className="fs-leads">
      {[...leads]
        .sort((a, b) => b.count - a.count)
        .map((each) => (
          <li key={each.facet}>
            <ListLink lead={each}>{label(each.facet)}</ListLink>
            <span className="fs-count">{numberText(each.count)}</span>
          </li>
        ))}
    </ul>
  );
}

export function ListLink({ lead, children, ...more }: { lead: Lead; children?: ReactNode; "aria-label"?: string }) {
  return (
    <Link
      className="fs-link"
      to="/facets/$facet/$view"
      params={{ facet: lead.facet, view: "list" }}
      search={(before) => ({ ...keepCulture(before), ...lead.search })}
      {...more}
    >
      {children}
    </Link>
  );
}
