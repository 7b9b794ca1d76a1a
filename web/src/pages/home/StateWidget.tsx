import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { groupBy, orFail, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import { useFacets } from "@/app/facets";
import { useWords } from "@/app/preferences";
import { keepCulture } from "@/parts/ElementLink";
import { numberText } from "@/parts/number";
import { StateBadge, TONES } from "@/parts/StateBadge";
import classes from "./Home.module.css";
import { Widget } from "./Widget";

/** The facets with most elements; the others are found in the menu. */
const SHOWN = 8;

/** How far the elements of each facet are: a bar for a facet, a piece of it for a state. */
export function StateWidget() {
  const { t } = useTranslation("home");
  const types = useTypes();
  const words = useWords();
  const facets = useFacets();
  const { data, isPending } = useQuery({ ...queries.stats(["facet", "state"]), ...orFail });
  const toned = (data ?? []).filter((each) => each.state !== undefined && TONES[each.state] !== undefined);
  const rows = [...groupBy(toned, (each) => each.facet ?? "")]
    .map(([facet, states]) => ({ facet, states, total: states.reduce((sum, each) => sum + each.count, 0) }))
    .sort((a, b) => b.total - a.total)
    .slice(0, SHOWN);
  const label = (facet: string) => facets.find((each) => each.name === facet)?.label ?? facet;
  const order = Object.keys(TONES);
  const present = order.filter((state) => rows.some((row) => row.states.some((each) => each.state === state)));
  return (
    <Widget title={t("states")} help={t("statesHelp")} isPending={isPending}>
      <ul className={classes.bars}>
        {rows.map(({ facet, states, total }) => (
          <li key={facet}>
            <Link to="/facets/$facet/$view" params={{ facet, view: "list" }} search={keepCulture} className="fs-link">
              {label(facet)}
            </Link>
            <span className={classes.bar}>
              {[...states]
                .sort((a, b) => order.indexOf(a.state ?? "") - order.indexOf(b.state ?? ""))
                .map((each) => (
                  <Link
                    key={each.state}
                    className={classes.piece}
                    to="/facets/$facet/$view"
                    params={{ facet, view: "list" }}
                    search={(before) => ({ ...keepCulture(before), states: each.state })}
                    data-tone={TONES[each.state ?? ""]}
                    style={{ flexGrow: each.count }}
                    title={`${types.stateName(each.state ?? "", words)}: ${numberText(each.count)}`}
                    aria-label={`${label(facet)}, ${types.stateName(each.state ?? "", words)}: ${numberText(each.count)}`}
                  />
                ))}
            </span>
            <span className="fs-count">{numberText(total)}</span>
          </li>
        ))}
      </ul>
      <div className={classes.legend}>
        {present.map((state) => (
          <StateBadge key={state} state={state} />
        ))}
      </div>
    </Widget>
  );
}
