// Asks the owner of an element whether the version in force is still right.
import { Alert, Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CalendarClock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ownReviews } from "@/api/reviews";
import type { Element } from "@/api/types.gen";
import { keepCulture } from "@/parts/ElementLink";
import { dayOf } from "@/parts/moment";
import { useConfirmReview } from "../release/useConfirmReview";

export function ReviewDue({ element }: { element: Element }) {
  const { t } = useTranslation("reviews");
  const wanted = useQuery(ownReviews).data?.find((each) => each.element.id === element.id);
  const confirming = useConfirmReview(element.facetName, element.id);
  if (wanted === undefined) return null;
  const isShown = wanted.versionId === (element.versionId ?? element.id);
  const words = isShown ? (wanted.isOverdue ? "late" : "please") : "other";
  return (
    <Alert variant="light" icon={<CalendarClock size={18} aria-hidden />} className="fs-no-print" p="xs" mb="sm">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {t(words, { day: dayOf(wanted.dueOn) })} {isShown && t("orElse")}
        </Text>
        {isShown ? (
          <Button size="compact-sm" loading={confirming.isPending} onClick={() => confirming.mutate(wanted.versionId)}>
            {t("stillRight")}
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
