// Switches for what the drawing shows beside its shapes.
import { ActionIcon, Checkbox, Popover, Stack } from "@mantine/core";
import { Layers } from "lucide-react";
import { useTranslation } from "react-i18next";
import { OVERLAYS, type Overlay } from "./overlays";

interface Properties {
  shown: ReadonlySet<Overlay>;
  change: (overlays: readonly Overlay[]) => void;
}

export function OverlayMenu({ shown, change }: Properties) {
  const { t } = useTranslation("diagram");
  const toggle = (overlay: Overlay) => change(OVERLAYS.filter((each) => shown.has(each) !== (each === overlay)));
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon aria-label={t("show")} title={t("show")}>
          <Layers size={17} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("show")}>
        <Stack gap="xs">
          {OVERLAYS.map((each) => (
            <Checkbox
              key={each}
              label={t(`overlays.${each}`)}
              checked={shown.has(each)}
              onChange={() => toggle(each)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
