import { Alert, Button, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Clash } from "./merge";
import classes from "./Workspace.module.css";

interface Properties {
  clashes: readonly Clash[];
  decide: (side: "mine" | "others") => void;
}

/** Lines that two users changed: whose are stored. */
export function Clashes({ clashes, decide }: Properties) {
  const { t } = useTranslation("workspace");
  return (
    <Alert role="alert" color="orange" title={t("clash.title")} p="xs">
      {clashes.map((each) => (
        <div key={JSON.stringify(each)} className={classes.clash}>
          <Text size="sm" fw={600}>
            {t("clash.mine")}
          </Text>
          <pre>{each.mine.join("\n") || t("clash.nothing")}</pre>
          <Text size="sm" fw={600}>
            {t("clash.others")}
          </Text>
          <pre>{each.others.join("\n") || t("clash.nothing")}</pre>
        </div>
      ))}
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" onClick={() => decide("mine")}>
          {t("clash.keep")}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => decide("others")}>
          {t("clash.take")}
        </Button>
      </Group>
    </Alert>
  );
}
