// Where people land: the house of their processes, what waits for them, and how the repository is doing. Each user arranges it.
import { ActionIcon, Text, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { LayoutDashboard } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useStorageInfo } from "@/api/hooks";
import { preferences } from "@/api/preferences";
import { Boundary } from "@/parts/Boundary";
import { Loading } from "@/parts/Loading";
import { PageTitle } from "@/parts/PageTitle";
import { Arrange } from "./Arrange";
import { hasOwn, shownWidgets, USUAL } from "./dashboard";
import classes from "./Home.module.css";
import { type OfferedWidget, useOfferedWidgets } from "./widgets";

/** How many widgets stand beside the house. */
const BESIDE = 2;

export default function HomePage() {
  const { t } = useTranslation("home");
  const info = useStorageInfo();
  const offered = useOfferedWidgets();
  const found = useQuery(preferences);
  const [isOpen, setIsOpen] = useState(false);
  // Without an answer everything is as usual: the rest of the page works all the same.
  const stored = found.data ?? [];
  const shown = shownWidgets(
    stored,
    offered.map((each) => each.key),
  );
  return (
    <div className="fs-page">
      <div className={classes.top}>
        <div>
          <PageTitle>{info.title}</PageTitle>
          <Text size="sm" c="dimmed" maw={760}>
            {info.description}
          </Text>
        </div>
        <Tooltip label={t("arrange")}>
          <ActionIcon aria-label={t("arrange")} onClick={() => setIsOpen(true)}>
            <LayoutDashboard size={17} />
          </ActionIcon>
        </Tooltip>
      </div>
      {found.isPending ? (
        <Loading lines={12} />
      ) : (
        <Board widgets={shown.flatMap((key) => offered.find((each) => each.key === key) ?? [])} />
      )}
      {isOpen && <Arrange offered={offered} shown={shown} isOwn={hasOwn(stored)} close={() => setIsOpen(false)} />}
    </div>
  );
}

/** The house stands in front, with the first other widgets beside it. */
function Board({ widgets }: { widgets: OfferedWidget[] }) {
  const house = widgets.find((each) => each.key === USUAL[0]);
  const others = widgets.filter((each) => each !== house);
  return (
    <>
      {house && (
        <div className={classes.front}>
          <Boundary>{house.content}</Boundary>
          <div className={classes.news}>
            <Cards widgets={others.slice(0, BESIDE)} />
          </div>
        </div>
      )}
      <div className={classes.widgets}>
        <Cards widgets={house ? others.slice(BESIDE) : others} />
      </div>
    </>
  );
}

function Cards({ widgets }: { widgets: OfferedWidget[] }) {
  return widgets.map(({ key, content }) => <Boundary key={key}>{content}</Boundary>);
}
