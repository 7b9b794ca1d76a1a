import { Button } from "@mantine/core";
import { CalendarClock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useTime } from "./moment";

/** “As on …” opens the slider. In the past there is none: the bar is there already. */
export function TimeButton() {
  const { t } = useTranslation("time");
  const { choose } = useTime();
  if (choose === undefined) return null;
  return (
    <Button
      className="fs-no-print"
      size="compact-sm"
      variant="subtle"
      ml="auto"
      leftSection={<CalendarClock size={15} aria-hidden />}
      onClick={choose}
    >
      {t("choose")}
    </Button>
  );
}
