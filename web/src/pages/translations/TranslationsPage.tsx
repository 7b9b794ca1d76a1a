// The workbench of translators: progress by language, what is to be translated, and one element after the other.
import { Select } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { CheckCheck, Languages, MousePointerClick } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useStorageInfo } from "@/api/hooks";
import { toTranslate, translationCounts } from "@/api/translations";
import { useFacets } from "@/app/facets";
import { cultureName } from "@/app/preferences";
import { EmptyState } from "@/parts/EmptyState";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { PageTitle } from "@/parts/PageTitle";
import { Bench } from "./Bench";
import { CultureProgress } from "./CultureProgress";
import { ElementsToTranslate } from "./ElementsToTranslate";
import classes from "./Translations.module.css";
import { afterThis, type TranslationsSearch } from "./walking";

export default function TranslationsPage() {
  const { t, i18n } = useTranslation("translations");
  const { dataCultures, defaultDataCulture } = useStorageInfo();
  const targets = dataCultures.filter((each) => each !== defaultDataCulture);
  return (
    <div className="fs-page">
      <div className="fs-title">
        <PageTitle>{t("title")}</PageTitle>
      </div>
      {targets.length === 0 ? (
        <EmptyState icon={Languages} title={t("oneLanguage")}>
          {t("oneLanguageHelp")}
        </EmptyState>
      ) : (
        <>
          <p className={classes.help}>{t("help", { source: cultureName(defaultDataCulture, i18n.language) })}</p>
          <Workbench targets={targets} />
        </>
      )}
    </div>
  );
}

function Workbench({ targets }: { targets: number[] }) {
  const { t, i18n } = useTranslation("translations");
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as TranslationsSearch;
  const facets = useFacets();
  const { defaultDataCulture } = useStorageInfo();
  const target = targets.find((each) => each === Number(search.target)) ?? targets[0] ?? 0;
  const facet = facets.find((each) => each.name === search.facet)?.name;
  const counts = useQuery(translationCounts(facet));
  const found = useInfiniteQuery(toTranslate(target, facet));
  const go = (next: TranslationsSearch) =>
    void navigate({ to: ".", search: (before) => ({ ...before, target, facet, ...next }) as object });
  if (counts.isError || (found.isError && found.data === undefined))
    return <Failure error={counts.error ?? found.error} />;
  // Each once, also where what was done moved the others up between two pages.
  const elements = [
    ...new Map(found.data?.pages.flatMap((page) => page.elements).map((each) => [each.id, each])).values(),
  ];
  const { id, of } = search;
  const next = id === undefined ? undefined : afterThis(elements, id);
  return (
    <>
      <CultureProgress
        counts={counts.data?.values?.filter((each) => targets.includes(each.culture)) ?? []}
        chosen={target}
        choose={(culture) => go({ target: culture, id: undefined, of: undefined })}
      />
      <Select
        w={260}
        my="sm"
        label={t("facet")}
        value={facet ?? ""}
        allowDeselect={false}
        onChange={(value) => go({ facet: value || undefined, id: undefined, of: undefined })}
        data={[{ value: "", label: t("allFacets") }, ...facets.map(({ name, label }) => ({ value: name, label }))]}
      />
      <div className={classes.bench}>
        <ElementsToTranslate
          found={found.data && { total: found.data.pages.at(-1)?.total ?? 0, elements }}
          pages={found}
          chosen={id}
          culture={defaultDataCulture}
          search={(each) => ({ target, facet, id: each.id, of: each.facetName })}
        />
        <div className={classes.element}>
          {found.isPending ? (
            <Loading lines={6} />
          ) : id !== undefined && of !== undefined ? (
            <Bench
              key={`${id}/${target}`}
              facet={of}
              id={id}
              target={target}
              next={next && (() => go({ id: next.id, of: next.facetName }))}
            />
          ) : elements.length === 0 ? (
            <EmptyState icon={CheckCheck} title={t("allDone")}>
              {t("allDoneHelp", { language: cultureName(target, i18n.language) })}
            </EmptyState>
          ) : (
            <EmptyState icon={MousePointerClick} title={t("choose")}>
              {t("chooseHelp")}
            </EmptyState>
          )}
        </div>
      </div>
    </>
  );
}
