// For administrators: tiles by what there is to manage, and a page for each.
import { Text } from "@mantine/core";
import { Link, useParams } from "@tanstack/react-router";
import { ChevronRight, Lock } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useStorageInfo } from "@/api/hooks";
import { useHasRole } from "@/app/person";
import { Boundary } from "@/parts/Boundary";
import { keepCulture } from "@/parts/ElementLink";
import { EmptyState } from "@/parts/EmptyState";
import { Loading } from "@/parts/Loading";
import { NoPage } from "@/parts/NoPage";
import { PageTitle } from "@/parts/PageTitle";
import classes from "./Administration.module.css";
import { GROUPS, PARTS, type Part } from "./parts";

export default function AdministrationPage() {
  const { t } = useTranslation("administration");
  const { part: key } = useParams({ strict: false }) as { part?: string };
  const info = useStorageInfo();
  const isAdministrator = useHasRole("administrator");
  const part = PARTS.find((each) => each.key === key);
  if (!isAdministrator) {
    return (
      <div className="fs-page">
        <EmptyState isPage icon={Lock} title={t("forbidden")}>
          {t("forbiddenHelp")}
        </EmptyState>
      </div>
    );
  }
  if (key === undefined) return <Tiles />;
  if (part === undefined || part.when?.(info) === false) return <NoPage />;
  return <PartPage part={part} />;
}

function Tiles() {
  const { t } = useTranslation("administration");
  const info = useStorageInfo();
  return (
    <div className="fs-page">
      <PageTitle>{t("title")}</PageTitle>
      {GROUPS.map((group) => (
        <section key={group.key}>
          <h2 className={classes.group}>{t(`tiles.${group.key}`)}</h2>
          <ul className={classes.tiles}>
            {group.parts
              .filter((each) => each.when?.(info) ?? true)
              .map(({ key, icon: Icon }) => (
                <li key={key} className={`fs-card ${classes.tile}`}>
                  <Icon size={22} strokeWidth={1.6} aria-hidden />
                  <div>
                    <Link to={`/administration/${key}`} search={keepCulture}>
                      {t(`${key}.title`)}
                    </Link>
                    <p>{t(`${key}.about`)}</p>
                  </div>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function PartPage({ part }: { part: Part }) {
  const { t } = useTranslation("administration");
  const shell = useTranslation().t;
  return (
    <div className="fs-page">
      <nav className="fs-crumbs" aria-label={shell("breadcrumb")}>
        <Link to="/administration" search={keepCulture}>
          {t("title")}
        </Link>
        <ChevronRight size={13} aria-hidden />
        <span aria-current="page">{t(`${part.key}.title`)}</span>
      </nav>
      <div>
        <PageTitle>{t(`${part.key}.title`)}</PageTitle>
        <Text size="sm" c="dimmed" maw={760}>
          {t(`${part.key}.help`)}
        </Text>
      </div>
      <Boundary key={part.key}>
        <Suspense fallback={<Loading />}>
          <part.Content />
        </Suspense>
      </Boundary>
    </div>
  );
}
