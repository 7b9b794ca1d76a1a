// Puts the chosen shapes in line, or at equal distances.
import { ActionIcon, Menu } from "@mantine/core";
import { AlignHorizontalDistributeCenter } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { DiagramNode } from "@/api/types.gen";
import { aligned, type Direction, distributed, type Side } from "./arrange";
import type { Arranging } from "./arranging";

const SIDES: readonly Side[] = ["left", "center", "right", "top", "middle", "bottom"];
const DIRECTIONS: readonly Direction[] = ["across", "down"];

export function ArrangeMenu({ arranging, nodes }: { arranging: Arranging; nodes: readonly DiagramNode[] }) {
  const { t } = useTranslation("diagram");
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon aria-label={t("arrange")} title={t("arrange")}>
          <AlignHorizontalDistributeCenter size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SIDES.map((each) => (
          <Menu.Item key={each} disabled={nodes.length < 2} onClick={() => arranging.move(aligned(nodes, each))}>
            {t(`align.${each}`)}
          </Menu.Item>
        ))}
        {DIRECTIONS.map((each) => (
          <Menu.Item key={each} disabled={nodes.length < 3} onClick={() => arranging.move(distributed(nodes, each))}>
            {t(`distribute.${each}`)}
          </Menu.Item>
        ))}
        <Menu.Item onClick={arranging.tidyUp}>{t("tidyUp")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
