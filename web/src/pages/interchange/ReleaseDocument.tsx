// Everything in a tree that is released, as a document for auditors.
import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { releaseOf } from "@/api/interchange";
import { listAt } from "@/api/requests";
import { useCulture } from "@/app/preferences";
import { fileName } from "@/parts/saveBlob";
import { useFetchedDownload } from "@/parts/useDownload";
import { useTime } from "@/time/moment";

export function ReleaseDocument({ facet, view }: { facet: string; view: string }) {
  const { t } = useTranslation("interchange");
  const culture = useCulture();
  const { asOf } = useTime();
  const fetchFile = useFetchedDownload();
  const [busy, setBusy] = useState<string>();
  const print = async (format: "pdf" | "docx") => {
    setBusy(format);
    await fetchFile(releaseOf(listAt(facet, view), culture, asOf, format), fileName(facet, format));
    setBusy(undefined);
  };
  return (
    <Group justify="center" gap="xs" mt="md">
      <Text size="sm">{t("everything")}</Text>
      {(["pdf", "docx"] as const).map((format) => (
        <Button
          key={format}
          size="compact-sm"
          variant="default"
          loading={busy === format}
          onClick={() => void print(format)}
        >
          {t(format === "pdf" ? "pdf" : "word")}
        </Button>
      ))}
    </Group>
  );
}
