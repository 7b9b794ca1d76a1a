import { ActionIcon, Menu, NativeSelect, Tooltip } from "@mantine/core";
import {
  Copy,
  Download,
  GitBranch,
  type LucideIcon,
  Maximize,
  PencilLine,
  Plus,
  Printer,
  Spline,
  SquareArrowOutUpRight,
  Trash2,
  ZoomIn,
  ZoomOut,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { inCulture } from "@/api/hooks";
import type { DiagramNode, Layout } from "@/api/types.gen";
import { useWords } from "@/app/preferences";
import { ArrangeMenu } from "./ArrangeMenu";
import type { Actions } from "./actions";
import type { Arranging } from "./arranging";
import classes from "./Diagram.module.css";
import { OverlayMenu } from "./OverlayMenu";
import type { Overlay } from "./overlays";

interface Properties {
  actions: Actions;
  isEditable: boolean;
  /** Steps can be copied. */
  hasScript: boolean;
  /** Where shapes stand as they were put. */
  arranging: Arranging | undefined;
  several: readonly DiagramNode[];
  overlays: ReadonlySet<Overlay>;
  changeOverlays: (overlays: readonly Overlay[]) => void;
  layouts: readonly Layout[];
  layout: string;
  changeLayout: (key: string) => void;
  zoomIn: () => void;
  zoomOut: () => void;
  fit: () => void;
  print: () => void;
  download: (kind: "svg" | "png") => void;
}

export function Toolbar({ actions, isEditable, hasScript, ...view }: Properties) {
  const { t } = useTranslation("diagram");
  const words = useWords();
  return (
    <div className={classes.tools} role="toolbar" aria-label={t("tools")}>
      <NativeSelect
        size="xs"
        aria-label={t("layout")}
        value={view.layout}
        onChange={(event) => view.changeLayout(event.currentTarget.value)}
        data={view.layouts.map(({ key, displayNames }) => ({
          value: key,
          label: inCulture(displayNames, words) ?? key,
        }))}
      />
      <hr aria-hidden />
      <Tool icon={SquareArrowOutUpRight} label={t("open")} keys="Enter" act={actions.open} />
      {isEditable && (
        <>
          <Tool icon={Plus} label={t("insert")} keys="+" act={actions.insert} />
          <Tool icon={GitBranch} label={t("branch")} keys="B" act={actions.branch} />
          <Tool icon={Spline} label={t("connect")} keys="C" act={actions.connect} />
          <Tool icon={PencilLine} label={t("rename")} keys="F2" act={actions.rename} />
          <Tool icon={Trash2} label={t("delete")} keys={t("keys.delete")} act={actions.remove} />
        </>
      )}
      {view.arranging && <ArrangeMenu arranging={view.arranging} nodes={view.several} />}
      {hasScript && <Tool icon={Copy} label={t("copy")} keys={t("keys.copy")} act={actions.copy} />}
      <div className={classes.end}>
        {hasScript && <OverlayMenu shown={view.overlays} change={view.changeOverlays} />}
        <Tool icon={ZoomOut} label={t("zoomOut")} act={view.zoomOut} />
        <Tool icon={ZoomIn} label={t("zoomIn")} act={view.zoomIn} />
        <Tool icon={Maximize} label={t("fit")} keys="0" act={view.fit} />
        <Tool icon={Printer} label={t("print")} act={view.print} />
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t("download")} title={t("download")}>
              <Download size={17} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => view.download("svg")}>{t("svg")}</Menu.Item>
            <Menu.Item onClick={() => view.download("png")}>{t("png")}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </div>
  );
}

interface ToolProperties {
  icon: LucideIcon;
  label: string;
  keys?: string;
  act?: () => void;
}

function Tool({ icon: Icon, label, keys, act }: ToolProperties) {
  return (
    <Tooltip label={keys ? `${label} (${keys})` : label}>
      <ActionIcon aria-label={label} disabled={act === undefined} onClick={act}>
        <Icon size={17} />
      </ActionIcon>
    </Tooltip>
  );
}
