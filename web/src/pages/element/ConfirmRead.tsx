// Asks the user to confirm that they have read and understood the version in force.
import { Alert, Button, Group, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BookOpenCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { awaited, confirmRead } from "@/api/acknowledgements";
import type { Element } from "@/api/types.gen";
import { useRefresh } from "@/app/freshness";
import { useCulture } from "@/app/preferences";
import { keepCulture } from "@/parts/ElementLink";
import { useNotify } from "../tree/actions";

export function ConfirmRead({ element }: { element: Element }) {
  const { t } = useTranslation("readers");
  const culture = useCulture();
  const refresh = useRefresh();
  const notify = useNotify();
  const wanted = useQuery(awaited).data?.find((each) => each.element.id === element.id);
  const confirming = useMutation({
    mutationFn: (versionId: string) => confirmRead(element.facetName, element.id, versionId, culture),
    onSuccess: async () => {
      notify.done(t("thanks"));
      await refresh();
    },
    onError: notify.failed,
  });
  if (wanted === undefined) return null;
  const isShown = wanted.versionId === (element.versionId ?? element.id);
  return (
    <Alert variant="light" icon={<BookOpenCheck size={18} aria-hidden />} className="fs-no-print" p="xs" mb="sm">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t(isShown ? "please" : "other")}</Text>
        {isShown ? (
          <Button size="compact-sm" loading={confirming.isPending} onClick={() => confirming.mutate(wanted.versionId)}>
            {t("understood")}
          </Button>
        ) : (
          <Link
            className="fs-link"
            to="/elements/$facet/$id"
            params={{ facet: element.facetName, id: wanted.versionId }}
            search={keepCulture}
          >
            {t("open")}
          </Link>
        )}
      </Group>
    </Alert>
  );
}
