// A hierarchy on the left, what is chosen on the right. On a small screen choosing leads to the page of the element.
import { useMediaQuery } from "@mantine/hooks";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { MousePointerClick } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Boundary } from "@/parts/Boundary";
import { keepCulture } from "@/parts/ElementLink";
import { EmptyState } from "@/parts/EmptyState";
import { Loading } from "@/parts/Loading";
import { ElementPanel } from "../element/ElementPanel";
import { ReleaseDocument } from "../interchange/ReleaseDocument";
import { Tree } from "./Tree";
import classes from "./TreePage.module.css";

export function TreePage({ facet, view }: { facet: string; view: string }) {
  const { t } = useTranslation("tree");
  const navigate = useNavigate();
  const { selected } = useSearch({ from: "/facets/$facet/$view" });
  const isSmall = useMediaQuery("(max-width: 60em)");
  const choose = (id: string | undefined) => {
    if (isSmall && id !== undefined) {
      void navigate({ to: "/elements/$facet/$id", params: { facet, id }, search: keepCulture });
    } else {
      void navigate({
        to: ".",
        search: (before) => ({ ...before, selected: id, tab: undefined }),
        replace: selected !== undefined,
      });
    }
  };
  return (
    <div className={classes.split}>
      <div className={`${classes.tree} fs-card`}>
        <Boundary>
          <Suspense fallback={<Loading lines={14} />}>
            <Tree facet={facet} view={view} selected={selected} choose={choose} />
          </Suspense>
        </Boundary>
      </div>
      {!isSmall && (
        <section className={`${classes.panel} fs-card`}>
          {selected === undefined ? (
            <EmptyState icon={MousePointerClick} title={t("choose")}>
              {t("chooseHelp")}
              <ReleaseDocument facet={facet} view={view} />
            </EmptyState>
          ) : (
            <Boundary key={selected}>
              <Suspense fallback={<Loading lines={10} />}>
                <ElementPanel key={selected} facet={facet} id={selected} />
              </Suspense>
            </Boundary>
          )}
        </section>
      )}
    </div>
  );
}
