// Who else has an element open: pictures, and the notice that others are changing it.
import { Alert, Avatar, Text, Tooltip } from "@mantine/core";
import { UsersRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { inCulture } from "@/api/hooks";
import { usePicture } from "@/api/pictures";
import type { PresentUser } from "@/api/types.gen";
import { useCulture } from "@/app/preferences";
import { useOthers } from "@/app/presence";
import classes from "./Others.module.css";

const SHOWN = 5;

export function Others({ element }: { element: string }) {
  const { t } = useTranslation("presence");
  const others = useOthers(element);
  if (others.length === 0) return null;
  const more = others.length - SHOWN;
  return (
    <ul className={`${classes.others} fs-no-print`} aria-label={t("title")}>
      {others.slice(0, SHOWN).map((each, place) => (
        <li key={each.by?.id ?? place}>
          <OtherUser user={each} />
        </li>
      ))}
      {more > 0 && <li className={classes.more}>{t("more", { count: more })}</li>}
    </ul>
  );
}

/** One of them, with a ring if there are changes that are not saved. */
export function OtherUser({ user, size = 26 }: { user: PresentUser; size?: number }) {
  const { t } = useTranslation("presence");
  const name = useNames()(user);
  const words = t(user.isEditing ? "changing" : "here", { name });
  return (
    <Tooltip label={words}>
      <span role="img" aria-label={words} className={classes.user} data-editing={user.isEditing || undefined}>
        <Avatar
          aria-hidden
          src={usePicture(user.by?.id ?? "")}
          alt=""
          size={size}
          name={name}
          color="gem"
          variant="filled"
        />
      </span>
    </Tooltip>
  );
}

/** Says, before the user changes something, that others are changing it: the element or, unless that is left out, one shape. */
export function OthersChanging({ element, shape }: { element: string; shape?: string | null }) {
  const { t } = useTranslation("presence");
  const nameOf = useNames();
  const others = useOthers(element).filter(
    (each) => each.isEditing && (shape === undefined || (shape !== null && each.shapeIds.includes(shape))),
  );
  return (
    <div role="status" className="fs-no-print">
      {others.length > 0 && (
        <Alert variant="light" color="orange" icon={<UsersRound size={18} aria-hidden />} p="xs">
          <Text size="sm">{t("notice", { count: others.length, names: others.map(nameOf).join(", ") })}</Text>
        </Alert>
      )}
    </div>
  );
}

function useNames(): (user: PresentUser) => string {
  const { t } = useTranslation("presence");
  const culture = useCulture();
  return ({ by }) => inCulture(by?.name, culture) ?? t("other");
}
