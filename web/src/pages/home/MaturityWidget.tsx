import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { inCulture, useTypes } from "@/api/hooks";
import { ask, ELEMENTS, listAt } from "@/api/requests";
import { useWords } from "@/app/preferences";
import { keepCulture } from "@/parts/ElementLink";
import { ListLink } from "@/parts/LeadsTo";
import { numberText } from "@/parts/number";
import classes from "./Home.module.css";
import { useProperty, Widget } from "./Widget";

/** How mature processes are: how many have each of the values there are to choose from. */
export function MaturityWidget({ facet }: { facet: string }) {
  const { t } = useTranslation("home");
  const words = useWords();
  const maturity = useTypes().roles.maturity[0] ?? "";
  const property = useProperty(facet, maturity);
  const values = (property && "attribute" in property && property.attribute.selectableValues) || [];
  const keys = values.flatMap((each) => (each.key ? [each.key] : []));
  const { data, isPending } = useQuery({
    queryKey: ["data", "maturity", facet, keys],
    queryFn: () => Promise.all(keys.map((key) => countOf(facet, filterOf(maturity, key)))),
    enabled: keys.length > 0,
  });
  if (property === undefined || keys.length === 0) return null;
  const most = Math.max(1, ...(data ?? []));
  return (
    <Widget title={t("maturity")} help={inCulture(property.descriptions, words)} isPending={isPending}>
      <ul className={classes.bars}>
        {keys.map((key, at) => (
          <li key={key}>
            <Link
              className="fs-link"
              to="/facets/$facet/$view"
              params={{ facet, view: "list" }}
              search={(before) => ({ ...keepCulture(before), filter: filterOf(maturity, key) })}
            >
              {inCulture(values.find((each) => each.key === key)?.displayNames, words)}
            </Link>
            <span className={classes.bar} aria-hidden="true">
              <span style={{ width: `${(100 * (data?.[at] ?? 0)) / most}%` }} />
            </span>
            <span className="fs-count">
              {data?.[at] !== undefined && (
                <ListLink
                  lead={{ facet, count: data[at], search: { filter: filterOf(maturity, key) } }}
                  aria-label={`${inCulture(values.find((each) => each.key === key)?.displayNames, words)}: ${data[at]}`}
                >
                  {numberText(data[at])}
                </ListLink>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Widget>
  );
}

const filterOf = (maturity: string, key: string) => `${maturity} -eq '${key}'`;

async function countOf(facet: string, filter: string): Promise<number> {
  const { total } = await ask(ELEMENTS, {
    path: listAt(facet, "list"),
    query: { $filter: filter, $count: true, $pageSize: 1, $resources: ["displayNames"] },
  });
  return total ?? 0;
}
