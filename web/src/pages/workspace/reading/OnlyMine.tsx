// Leaves the steps in which the user has a part.
import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useShown } from "./shown";
import { type Line, partsIn } from "./steps";

export function OnlyMine({ lines, filled }: { lines: readonly Line[]; filled: ReadonlySet<string> }) {
  const { t } = useTranslation("reading");
  const { onlyMine, change } = useShown();
  const count = lines.filter((each) => partsIn(each, filled).length > 0).length;
  return (
    <Checkbox
      size="xs"
      label={t("onlyMine", { count })}
      disabled={count === 0 && !onlyMine}
      checked={onlyMine}
      onChange={(event) => change({ mine: event.currentTarget.checked })}
    />
  );
}
