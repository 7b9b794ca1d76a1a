// The ways to read a process beside its script and drawing.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useShown, type WayToRead } from "./shown";

const OFFERED: readonly WayToRead[] = ["walk", "responsibilities", "steps"];

export function ShowAs() {
  const { t } = useTranslation("reading");
  const { show, change } = useShown();
  return OFFERED.map((each) => (
    <Button
      key={each}
      size="compact-sm"
      variant={each === show ? "light" : "default"}
      aria-pressed={each === show}
      onClick={() => change({ show: each === show ? undefined : each })}
    >
      {t(each)}
    </Button>
  ));
}
