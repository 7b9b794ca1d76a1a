// Where people land: the house of their processes, what waits for them, and how the repository is doing.
import { Text } from "@mantine/core";
import { useStorageInfo } from "@/api/hooks";
import { useFacets } from "@/app/facets";
import { Boundary } from "@/parts/Boundary";
import { PageTitle } from "@/parts/PageTitle";
import classes from "./Home.module.css";
import { House } from "./House";
import { MaturityWidget } from "./MaturityWidget";
import { MissingWidget } from "./MissingWidget";
import { RecentWidget, TaskWidget } from "./NewsWidgets";
import { StateWidget } from "./StateWidget";

export default function HomePage() {
  const info = useStorageInfo();
  const house = useFacets().find((each) => each.hasDiagrams);
  return (
    <div className="fs-page">
      <div>
        <PageTitle>{info.title}</PageTitle>
        <Text size="sm" c="dimmed" maw={760}>
          {info.description}
        </Text>
      </div>
      <div className={classes.front}>
        <Boundary>{house && <House facet={house.name} />}</Boundary>
        <div className={classes.news}>
          <Boundary>
            <TaskWidget />
          </Boundary>
          <Boundary>{house && <RecentWidget facet={house.name} />}</Boundary>
        </div>
      </div>
      <div className={classes.widgets}>
        <Boundary>
          <StateWidget />
        </Boundary>
        <Boundary>{house && <MaturityWidget facet={house.name} />}</Boundary>
        <Boundary>
          <MissingWidget />
        </Boundary>
      </div>
    </div>
  );
}
