// What can be done with a row: as much as operation 12 says that this person may.
import { Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { inCulture, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import { useFavourite } from "@/app/personal";
import { useCulture, useWords } from "@/app/preferences";
import { useIsPast } from "@/time/moment";
import { useCopyLink, useElementActions } from "./actions";
import { CopyItems, canPaste } from "./CopyItems";
import { useCopied } from "./copying";
import type { Row } from "./rows";

/** What the menu leaves free at the borders of the window, in pixels. */
const MARGIN = 4;

interface Properties {
  facet: string;
  view: string;
  row: Row;
  name: string;
  x: number;
  y: number;
  close: () => void;
  choose: (id: string | undefined) => void;
}

export function ContextMenu({ facet, view, row, name, x, y, close, choose }: Properties) {
  const { t } = useTranslation("tree");
  const shell = useTranslation().t;
  const router = useRouter();
  const types = useTypes();
  const culture = useCulture();
  const words = useWords();
  const copyLink = useCopyLink();
  const actions = useElementActions(facet);
  const copied = useCopied();
  const isPast = useIsPast();
  const [isFavourite, toggleFavourite] = useFavourite(row.element);
  const { id } = row.element;
  const { data: info, isPending } = useQuery(queries.elementInfo(facet, view, id));
  const insertable = info?.isCurrentInsertable ? Object.keys(info.insertableDynamicTypes) : [];
  const link = router.buildLocation({
    to: "/elements/$facet/$id",
    params: { facet, id },
    search: { culture },
  }).publicHref;
  return (
    <Menu
      // Not before it is known what it offers: an entry that moves under the pointer is chosen by mistake.
      opened={!isPending}
      onClose={close}
      position="bottom-start"
      // Below a low row there is no room: it moves up, over the place of the click, as menus of the system do.
      middlewares={{ flip: false, shift: { crossAxis: true, padding: MARGIN } }}
      withinPortal
      trapFocus
      returnFocus
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <span style={{ position: "fixed", left: x, top: y, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown
        aria-label={t("actions", { name })}
        style={{ maxHeight: `calc(100dvh - ${2 * MARGIN}px)`, overflowY: "auto" }}
      >
        <Menu.Item onClick={() => choose(id)}>{t("open")}</Menu.Item>
        <Menu.Item onClick={() => void copyLink(link)}>{shell("copyLink")}</Menu.Item>
        {!isPast && <Menu.Item onClick={toggleFavourite}>{shell(isFavourite ? "unfavour" : "favour")}</Menu.Item>}
        {(info?.isCurrentCopyable || info?.isCurrentMovable || canPaste(copied, info ?? undefined)) && <Menu.Divider />}
        <CopyItems
          hasKeys
          element={{ ...row.element, id, label: name, facet }}
          info={info ?? undefined}
          choose={choose}
        />
        {insertable.length > 0 && <Menu.Divider />}
        {insertable.map((type) => (
          <Menu.Item key={type} onClick={() => actions.create(type, { id, label: name }, choose)}>
            {t("newOf", { type: inCulture(types.get(type)?.displayNames, words) })}
          </Menu.Item>
        ))}
        {info && !info.isReadOnly && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => actions.rename({ ...row.element, label: name })}>{t("rename")}</Menu.Item>
          </>
        )}
        {info?.permissions.includes("DeleteElement") && (
          <Menu.Item color="red.9" onClick={() => actions.remove({ id, label: name }, () => choose(undefined))}>
            {t("delete")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
