// When what is released is to be looked at again, who has last confirmed it, and the confirmation.
import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { inCulture } from "@/api/hooks";
import { review } from "@/api/reviews";
import type { Element, Review } from "@/api/types.gen";
import { useCulture } from "@/app/preferences";
import { dayOf } from "@/parts/moment";
import { Section } from "@/parts/Section";
import { useConfirmReview } from "./useConfirmReview";

export function ReviewDate({ element }: { element: Element }) {
  const { t } = useTranslation("reviews");
  const { data } = useQuery(review(element.facetName, element.id));
  const confirming = useConfirmReview(element.facetName, element.id);
  const confirmed = useConfirmed(data);
  if (data?.versionId === undefined) return null;
  const { versionId } = data;
  const day = dayOf(data.dueOn);
  return (
    <Section title={t("title")}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {t("every", { count: data.months })}
        </Text>
        <Group gap="xs">
          <Text size="sm">{t(data.isOverdue ? "overdueSince" : "dueOn", { day })}</Text>
          {data.isOverdue && <Badge color="red">{t("overdue", { day })}</Badge>}
        </Group>
        <Text size="sm">{confirmed}</Text>
        {data.mayConfirm && (
          <Group gap="xs">
            <Button
              variant={data.isDue ? "filled" : "default"}
              loading={confirming.isPending}
              onClick={() => confirming.mutate(versionId)}
            >
              {t("stillRight")}
            </Button>
            <Text size="sm">{t("orElse")}</Text>
          </Group>
        )}
      </Stack>
    </Section>
  );
}

function useConfirmed(found: Review | undefined): string {
  const { t } = useTranslation("reviews");
  const culture = useCulture();
  if (found?.confirmedOn === undefined) return t("notConfirmed");
  const name = inCulture(found.by?.name, culture);
  const day = dayOf(found.confirmedOn);
  return name === undefined ? t("confirmedOn", { day }) : t("confirmedBy", { name, day });
}
