// A secret, shown once: it is not stored, and cannot be shown again.
import { Alert, Button, CopyButton, Group, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { Check, Copy, EyeOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import classes from "./Administration.module.css";

export function Secret({ secret, help, use }: { secret: string; help: string; use?: string }) {
  const { t } = useTranslation("administration");
  return (
    <Stack gap="sm">
      <Alert variant="outline" color="gem" icon={<EyeOff size={18} aria-hidden />} title={t("secret.once")}>
        <Text size="sm">{help}</Text>
      </Alert>
      <code className={classes.secret} data-secret>
        {secret}
      </code>
      {use !== undefined && (
        <div>
          <Text size="sm" c="dimmed" mb={4}>
            {t("secret.use")}
          </Text>
          <code className={classes.secret}>{use}</code>
        </div>
      )}
      <Group justify="end">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button
              data-autofocus
              variant="default"
              leftSection={copied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
              onClick={copy}
            >
              {copied ? t("secret.copied") : t("secret.copy")}
            </Button>
          )}
        </CopyButton>
        <Button onClick={() => modals.closeAll()}>{t("secret.done")}</Button>
      </Group>
    </Stack>
  );
}
