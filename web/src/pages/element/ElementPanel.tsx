// An element with everything about it: who and what it is, its form, and what lies around it.

import { ActionIcon, Button, Menu, Tooltip } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { Ellipsis, ExternalLink, GitBranchPlus, Link2 } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { inCulture, labelOf, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import { seen } from "@/api/seen";
import type { Element, ElementInfo } from "@/api/types.gen";
import { useRefresh } from "@/app/freshness";
import { useHasRole } from "@/app/person";
import { useViewed } from "@/app/personal";
import { useCulture } from "@/app/preferences";
import { useBeingAt } from "@/app/presence";
import { useKept } from "@/drafts/useKept";
import { Boundary } from "@/parts/Boundary";
import { Crumbs } from "@/parts/Crumbs";
import { keepCulture } from "@/parts/ElementLink";
import { Failure } from "@/parts/Failure";
import { FavouriteStar } from "@/parts/FavouriteStar";
import { FollowButton } from "@/parts/FollowButton";
import { Loading } from "@/parts/Loading";
import { OnPaper } from "@/parts/OnPaper";
import { Others } from "@/parts/Others";
import { TabTitle } from "@/parts/PageTitle";
import { SectionLevel } from "@/parts/Section";
import { StateBadge } from "@/parts/StateBadge";
import { TypeDot, TypeName } from "@/parts/TypeDot";
import { useIsPast } from "@/time/moment";
import { TimeButton } from "@/time/TimeButton";
import { Dropping } from "../files/Dropping";
import { Sendings } from "../files/Sendings";
import { FilesMenu } from "../interchange/FilesMenu";
import { useCopyLink, useNotify } from "../tree/actions";
import { CopyItems, canPaste } from "../tree/CopyItems";
import { useCopied } from "../tree/copying";
import { ConfirmRead } from "./ConfirmRead";
import classes from "./Element.module.css";
import { Form } from "./Form";
import type { KeptElement } from "./kept";
import { ReadView } from "./ReadView";
import { ReviewDue } from "./ReviewDue";
import { StepAddress } from "./StepAddress";
import type { TabProperties } from "./tab";
import { TABS } from "./tabs";

/** The tab of those who may edit, to see an element as readers do. */
const READ = "read";

export function ElementPanel({ facet, id, isPage = false }: { facet: string; id: string; isPage?: boolean }) {
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const types = useTypes();
  const found = useQuery(queries.element(facet, id));
  const { data: info } = useQuery(queries.elementInfo(facet, "detail", id));
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  if (found.data === undefined) return <Loading lines={10} />;
  const properties = { facet, id, info: info ?? undefined, ...found.data };
  const { element } = found.data;
  const isStep = isPage && tab === undefined && types.get(element.type)?.isFlow === true;
  const whole = isPage ? (
    <>
      <div className="fs-crumb-line">
        <ElementCrumbs element={found.data.element} />
        <TimeButton />
      </div>
      <article className="fs-card">
        <Panel {...properties} isPage />
      </article>
    </>
  ) : (
    <Panel {...properties} />
  );
  return isStep ? (
    <StepAddress facet={facet} id={element.id}>
      {whole}
    </StepAddress>
  ) : (
    whole
  );
}

function ElementCrumbs({ element }: { element: Element }) {
  const types = useTypes();
  const culture = useCulture();
  return (
    <Crumbs facet={element.facetName} path={element.rootPath ?? []}>
      {labelOf(types, element, culture)}
    </Crumbs>
  );
}

interface PanelProperties {
  facet: string;
  id: string;
  element: Element;
  etag: string | null;
  info?: ElementInfo;
  isPage?: boolean;
}

function Panel({ facet, id, element, etag, info, isPage }: PanelProperties) {
  const { t } = useTranslation("element");
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const isPast = useIsPast();
  useViewed(isPast ? undefined : element);
  const isEditor = useHasRole("editor");
  useBeingAt(isPast || !isEditor ? undefined : element.id);
  const isAdministrator = useHasRole("administrator");
  const types = useTypes();
  const tabs = TABS.filter(
    (each) =>
      !(each.presentOnly && isPast) &&
      (!each.editorsOnly || isEditor) &&
      (!each.administratorsOnly || isAdministrator) &&
      (each.when?.(element, types) ?? true),
  );
  const current = tabs.find((each) => each.key === tab);
  const given: TabProperties = { facet, id, element };
  // Users who may not edit read. Until that is known, the role decides.
  // With a draft there is a form: it says what happens to the draft.
  const hasDraft = useKept<KeptElement>(`element/${element.id}`).value !== null;
  const onlyReads = isPast || (!hasDraft && (info === undefined ? !isEditor : info.isReadOnly));
  const reads = current === undefined && (onlyReads || tab === READ);
  return (
    <SectionLevel value={isPage ? 2 : 3}>
      <Dropping facet={facet} element={element} canEdit={info !== undefined && !info.isReadOnly}>
        <div className={classes.head}>
          <Head element={element} info={info} isPage={isPage} />
          <nav className="fs-tabs" aria-label={t("tabs")}>
            {!onlyReads && (
              <TabLink tab={undefined} isCurrent={current === undefined && !reads}>
                {t("form")}
              </TabLink>
            )}
            <TabLink tab={onlyReads ? undefined : READ} isCurrent={reads}>
              {t("read.title")}
            </TabLink>
            {tabs.map(({ key, Label }) => (
              <TabLink key={key} tab={key} isCurrent={current?.key === key}>
                <Label {...given} />
              </TabLink>
            ))}
          </nav>
        </div>
        {!isPast && <ConfirmRead element={element} />}
        {!isPast && <ReviewDue element={element} />}
        <Sendings version={element.versionId ?? element.id} />
        {/* The form stays where it is: another part may be looked at before saving. */}
        {!onlyReads && (
          <div hidden={current !== undefined || reads} className="fs-no-print">
            <Boundary>
              <Form facet={facet} element={element} etag={etag} info={info} />
            </Boundary>
          </div>
        )}
        {reads && (
          <Boundary>
            <ReadView facet={facet} element={element} />
          </Boundary>
        )}
        {current === undefined && !reads && (
          <OnPaper>
            <ReadView facet={facet} element={element} />
          </OnPaper>
        )}
        {current && (
          <div className={classes.body}>
            <Boundary key={current.key}>
              <Suspense fallback={<Loading lines={5} />}>
                <current.Content {...given} />
              </Suspense>
            </Boundary>
          </div>
        )}
      </Dropping>
    </SectionLevel>
  );
}

function TabLink({ tab, isCurrent, children }: { tab: string | undefined; isCurrent: boolean; children: ReactNode }) {
  return (
    <Link
      to="."
      search={(before) => ({ ...before, tab })}
      replace
      activeOptions={{ explicitUndefined: true }}
      aria-current={isCurrent ? "page" : undefined}
    >
      {children}
    </Link>
  );
}

function Head({ element, info, isPage }: { element: Element; info?: ElementInfo; isPage?: boolean }) {
  const { t } = useTranslation("element");
  const shell = useTranslation().t;
  const types = useTypes();
  const culture = useCulture();
  const router = useRouter();
  const copyLink = useCopyLink();
  const copied = useCopied();
  const isPast = useIsPast();
  const Title = isPage ? "h1" : "h2";
  const label = labelOf(types, element, culture);
  const version = inCulture(element.attributes?.version, culture);
  const params = { facet: element.facetName, id: element.id };
  const { publicHref } = router.buildLocation({ to: "/elements/$facet/$id", params, search: { culture } });
  const why = info?.isReadOnly ? t(`readOnly.${info.readOnlyContext}`) : "";
  return (
    <>
      <div className={classes.title}>
        {isPage && <TabTitle>{label}</TabTitle>}
        <Title>{label}</Title>
        <NewVersion element={element} info={info} />
        {!isPast && <Others element={element.id} />}
        {!isPast && <FavouriteStar element={element} />}
        {!isPast && <FollowButton id={element.id} />}
        <Tooltip label={shell("copyLink")}>
          <ActionIcon aria-label={shell("copyLink")} onClick={() => void copyLink(publicHref)}>
            <Link2 size={17} />
          </ActionIcon>
        </Tooltip>
        {!isPage && (
          <Tooltip label={t("openPage")}>
            <ActionIcon
              aria-label={t("openPage")}
              renderRoot={(given) => <Link {...given} to="/elements/$facet/$id" params={params} search={keepCulture} />}
            >
              <ExternalLink size={16} />
            </ActionIcon>
          </Tooltip>
        )}
        {types.get(element.type)?.hasDiagram && (
          <FilesMenu element={element} canEdit={!isPast && info !== undefined && !info.isReadOnly} />
        )}
        {info && (info.isCurrentCopyable || info.isCurrentMovable || canPaste(copied, info)) && (
          <More element={element} label={label} info={info} isPage={isPage} />
        )}
      </div>
      <div className={classes.sub}>
        <TypeDot type={element.type} />
        <TypeName type={element.type} />
        {element.state && <StateBadge state={element.state} />}
        {version !== undefined && <span>{t("version", { version })}</span>}
        {why && <span>· {why}</span>}
      </div>
    </>
  );
}

/** What else can be done with an element. */
function More({
  element,
  label,
  info,
  isPage,
}: {
  element: Element;
  label: string;
  info: ElementInfo;
  isPage?: boolean;
}) {
  const { t } = useTranslation("element");
  const navigate = useNavigate();
  const facet = element.facetName;
  const choose = (id: string) =>
    void (isPage
      ? navigate({ to: "/elements/$facet/$id", params: { facet, id }, search: keepCulture })
      : navigate({ to: ".", search: (before) => ({ ...before, selected: id, tab: undefined }) }));
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon aria-label={t("more")}>
          <Ellipsis size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <CopyItems element={{ id: element.id, type: element.type, label, facet }} info={info} choose={choose} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** What was released does not change; a new version of it does. */
function NewVersion({ element, info }: { element: Element; info?: ElementInfo }) {
  const { t } = useTranslation("element");
  const refresh = useRefresh();
  const notify = useNotify();
  const navigate = useNavigate();
  const isEditor = useHasRole("editor");
  const making = useMutation({
    mutationFn: () =>
      seen(element.facetName, element.id)("post", "/rest/release/{elementId}/createversion", {
        path: { elementId: element.id },
      }),
    onSuccess: async () => {
      notify.done(t("madeVersion"));
      await refresh();
      void navigate({
        to: "/elements/$facet/$id",
        params: { facet: element.facetName, id: element.id },
        search: keepCulture,
      });
    },
    onError: notify.failed,
  });
  const state = useTypes()
    .get(element.type)
    ?.states.find((each) => each.key === element.state);
  const isOffered = isEditor && info?.hasEditPermission && state?.startsVersion;
  if (!isOffered) return null;
  return (
    <Button
      size="compact-sm"
      variant="light"
      leftSection={<GitBranchPlus size={14} aria-hidden />}
      loading={making.isPending}
      onClick={() => making.mutate()}
    >
      {t("newVersion")}
    </Button>
  );
}
