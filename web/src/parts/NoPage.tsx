import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "./EmptyState";

export function NoPage() {
  const { t } = useTranslation("errors");
  return (
    <div className="fs-page">
      <EmptyState isPage icon={Compass} title={t("noPage")}>
        {t("noPageHelp")}
        <div>
          <Link className="fs-link" to="/">
            {t("goHome")}
          </Link>
        </div>
      </EmptyState>
    </div>
  );
}
