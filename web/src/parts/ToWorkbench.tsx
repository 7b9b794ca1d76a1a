import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { cultureName } from "@/app/preferences";
import { keepCulture } from "./ElementLink";

/** The way to the workbench of translators, for a culture or a facet. */
export function ToWorkbench({ culture, facet }: { culture?: number; facet?: string }) {
  const { t, i18n } = useTranslation("translations");
  const language = culture === undefined ? "" : `: ${cultureName(culture, i18n.language)}`;
  return (
    <Link
      className="fs-link"
      to={"/translations" as "/"}
      search={(before: object) => ({ ...keepCulture(before), target: culture, facet }) as object}
      aria-label={`${t("lead")}${language}`}
    >
      {t("lead")}
    </Link>
  );
}
