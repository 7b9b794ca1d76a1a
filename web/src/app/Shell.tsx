// The frame around every page: the user, the place, the menus, and whether what is shown is up to date.
import { ActionIcon, AppShell, Burger, Indicator, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { Command, Inbox } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useStorageInfo } from "@/api/hooks";
import * as queries from "@/api/queries";
import { HelpButton } from "@/help/HelpButton";
import { useHelp } from "@/help/useHelp";
import { Boundary } from "@/parts/Boundary";
import { Loading } from "@/parts/Loading";
import { TimeFrame } from "@/time/TimeFrame";
import { useTour } from "@/tour/useTour";
import { AccountMenu } from "./AccountMenu";
import { Bell } from "./Bell";
import { BottomBar } from "./BottomBar";
import { useBeingSeen } from "./being-seen";
import { ConnectionBanner } from "./ConnectionBanner";
import { CultureSwitch } from "./CultureSwitch";
import { chunk } from "./chunk";
import { EmbedFrame } from "./Embed";
import { FacetNav } from "./FacetNav";
import { isEmbedded } from "./framing";
import { useFreshness } from "./freshness";
import { Gem } from "./Gem";
import { useOldFilters } from "./moving";
import { openPalette, Palette } from "./Palette";
import { useSaveKey } from "./save-key";
import { TopSearch } from "./TopSearch";

const HelpPanel = lazy(() => chunk(() => import("@/help/HelpPanel")));
const Tour = lazy(() => chunk(() => import("@/tour/Tour")));

export function Shell() {
  return (
    <Boundary>
      <Suspense
        fallback={
          <>
            <ConnectionBanner />
            <Loading lines={12} />
          </>
        }
      >
        {isEmbedded ? <EmbedFrame /> : <Frame />}
      </Suspense>
    </Boundary>
  );
}

function Frame() {
  const { t } = useTranslation();
  const info = useStorageInfo();
  const [opened, nav] = useDisclosure();
  const help = useHelp();
  const tour = useTour();
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 232, breakpoint: "sm", collapsed: { mobile: !opened } }}
      padding={0}
      data-help={help.isOpen || undefined}
    >
      <a className="fs-skip" href="#content">
        {t("skip")}
      </a>
      <AppShell.Header>
        <div className="fs-header">
          <Burger
            opened={opened}
            onClick={nav.toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={t(opened ? "closeMenu" : "menu")}
          />
          <Link to="/" className="fs-brand" aria-label={`${info.title}, ${t("home")}`}>
            <Gem />
            <span>{info.title}</span>
          </Link>
          <TopSearch />
          <CultureSwitch />
          <Tooltip label={`${t("palette")} (Ctrl K)`}>
            <ActionIcon aria-label={t("palette")} onClick={openPalette} visibleFrom="sm">
              <Command size={18} />
            </ActionIcon>
          </Tooltip>
          <Bell />
          <TaskLink />
          <HelpButton help={help} />
          <AccountMenu />
        </div>
      </AppShell.Header>
      <AppShell.Navbar data-closed={!opened || undefined}>
        <Boundary>
          <FacetNav />
        </Boundary>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <ConnectionBanner />
        <TimeFrame>
          <Suspense
            fallback={
              <div className="fs-page">
                <Loading />
              </div>
            }
          >
            <Outlet />
          </Suspense>
        </TimeFrame>
        {tour.begun && (
          <Boundary>
            <Suspense fallback={null}>
              <Tour begun={tour.begun} end={tour.end} />
            </Suspense>
          </Boundary>
        )}
      </AppShell.Main>
      {help.isOpen && (
        <Boundary>
          <Suspense fallback={null}>
            <HelpPanel close={help.close} showRound={tour.call} />
          </Suspense>
        </Boundary>
      )}
      <BottomBar isMenuOpen={opened} toggleMenu={nav.toggle} />
      <Palette />
      <Watch onMove={nav.close} />
    </AppShell>
  );
}

/** What goes on behind the page. It draws nothing: news and moves would otherwise draw the whole frame again. */
function Watch({ onMove }: { onMove: () => void }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  useFreshness();
  useBeingSeen();
  useSaveKey();
  useOldFilters();
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere closes the menu of a small screen
  useEffect(onMove, [path]);
  return null;
}

function TaskLink() {
  const { t } = useTranslation();
  const count = useQuery(queries.tasks).data?.length ?? 0;
  const label = count === 0 ? t("noOpenTasks") : t("openTasks", { count });
  return (
    <Tooltip label={label}>
      <Indicator label={count < queries.FIRST_TASKS ? count : `${count}+`} size={16} disabled={count === 0} offset={4}>
        <ActionIcon component={Link} to="/tasks" aria-label={label}>
          <Inbox size={18} />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  );
}
