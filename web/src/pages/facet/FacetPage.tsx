// A facet through one of its views: as a tree where the view is hierarchical, else as a list.
import { Menu, UnstyledButton } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { inCulture, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import { useFacetLabel } from "@/app/facets";
import { useWords } from "@/app/preferences";
import { keepCulture } from "@/parts/ElementLink";
import { NoPage } from "@/parts/NoPage";
import { PageTitle } from "@/parts/PageTitle";
import { TimeButton } from "@/time/TimeButton";
import { ListPage } from "../list/ListPage";
import { TreePage } from "../tree/TreePage";
import { orderedViews } from "./FacetStart";

const TABS = 2;

export default function FacetPage() {
  const { t } = useTranslation();
  const given = useParams({ from: "/facets/$facet/$view" });
  const facet = useTypes().facet(given.facet);
  const words = useWords();
  const label = useFacetLabel(facet);
  const views = orderedViews(useSuspenseQuery(queries.views(facet)).data);
  const view = views.find((each) => each.name.toLowerCase() === given.view.toLowerCase());
  if (view === undefined) return <NoPage />;
  const tabs = views.filter((each, index) => index < TABS || each === view);
  const more = views.filter((each) => !tabs.includes(each));
  return (
    <div className="fs-page" style={{ overflow: "hidden" }}>
      <div className="fs-title">
        <PageTitle>{label}</PageTitle>
        <TimeButton />
      </div>
      <nav className="fs-tabs" aria-label={t("views")}>
        {tabs.map((each) => (
          <Link
            key={each.name}
            to="/facets/$facet/$view"
            params={{ facet, view: each.name }}
            search={keepCulture}
            aria-current={each === view ? "page" : undefined}
          >
            {inCulture(each.displayNames, words)}
          </Link>
        ))}
        {more.length > 0 && (
          <Menu>
            <Menu.Target>
              <UnstyledButton>
                {t("moreViews")} <ChevronDown size={13} aria-hidden />
              </UnstyledButton>
            </Menu.Target>
            <Menu.Dropdown>
              {more.map((each) => (
                <Menu.Item
                  key={each.name}
                  renderRoot={(given) => (
                    <Link
                      {...given}
                      to="/facets/$facet/$view"
                      params={{ facet, view: each.name }}
                      search={keepCulture}
                    />
                  )}
                >
                  {inCulture(each.displayNames, words)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </nav>
      {view.isHierarchical ? (
        <TreePage key={facet} facet={facet} view={view.name} />
      ) : (
        <ListPage key={`${facet}/${view.name}`} facet={facet} view={view.name} />
      )}
    </div>
  );
}
