import { ActionIcon, Tooltip } from "@mantine/core";
import { Star } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Element } from "@/api/types.gen";
import { useFavourite } from "@/app/personal";

/** Makes an element a favourite of this user, or no longer. */
export function FavouriteStar({ element }: { element: Element }) {
  const { t } = useTranslation();
  const [isFavourite, toggle] = useFavourite(element);
  return (
    <Tooltip label={t(isFavourite ? "unfavour" : "favour")}>
      <ActionIcon aria-label={t("favourite")} aria-pressed={isFavourite} onClick={toggle}>
        <Star size={17} fill={isFavourite ? "currentColor" : "none"} />
      </ActionIcon>
    </Tooltip>
  );
}
