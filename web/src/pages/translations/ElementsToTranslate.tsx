import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { TranslatedElement } from "@/api/types.gen";
import { More } from "@/parts/More";
import { TypeDot } from "@/parts/TypeDot";
import classes from "./Translations.module.css";
import type { TranslationsSearch } from "./walking";

interface Properties {
  found?: { total: number; elements: TranslatedElement[] };
  /** How to get those that are not listed yet. */
  pages: Parameters<typeof More>[0]["pages"];
  chosen?: string;
  /** In which its elements are named: the one they are ordered by. */
  culture: number;
  search: (element: TranslatedElement) => TranslationsSearch;
}

/** The elements that have something stale or missing, by name. */
export function ElementsToTranslate({ found, pages, chosen, culture, search }: Properties) {
  const { t } = useTranslation("translations");
  if (found === undefined || found.total === 0) return null;
  return (
    <nav className={classes.list} aria-label={t("list")}>
      <p role="status">{t("listed", { count: found.total })}</p>
      <ul>
        {found.elements.map((each) => (
          <li key={each.id}>
            <Link
              to="."
              search={(before: object) => ({ ...before, ...search(each) }) as object}
              aria-current={each.id === chosen ? "true" : undefined}
            >
              <TypeDot type={each.type} />
              <span className={classes.name}>{nameOf(each, culture)}</span>
              <small>
                {[
                  each.stale > 0 && t("counts.stale", { count: each.stale }),
                  each.missing + each.fallback > 0 && t("counts.missing", { count: each.missing + each.fallback }),
                ]
                  .filter(Boolean)
                  .join(", ")}
              </small>
            </Link>
          </li>
        ))}
      </ul>
      {found.total > found.elements.length && <More pages={pages} shown={found.elements.length} total={found.total} />}
    </nav>
  );
}

function nameOf(element: TranslatedElement, culture: number): string {
  return element.name[culture] ?? Object.values(element.name)[0] ?? element.id;
}
