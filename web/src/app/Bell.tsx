// The bell: how many notices are not read, and the newest of them.
import { ActionIcon, Button, Indicator, Popover, Text, Tooltip } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Bell as BellIcon } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { inCulture } from "@/api/hooks";
import { markRead, notices, noticesBefore } from "@/api/notices";
import type { Notice } from "@/api/types.gen";
import { useCulture } from "@/app/preferences";
import { keepCulture } from "@/parts/ElementLink";
import { Moment } from "@/parts/Moment";
import { dayOf } from "@/parts/moment";
import classes from "./Bell.module.css";
import { MailChoice } from "./MailChoice";

const SHOWN = 30;

export function Bell() {
  const { t } = useTranslation("notices");
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const { data } = useQuery(notices);
  const reading = useMutation({
    mutationFn: markRead,
    onSuccess: () => client.invalidateQueries({ queryKey: notices.queryKey }),
  });
  const [shown, setShown] = useState(SHOWN);
  const [older, setOlder] = useState<Notice[]>([]);
  const newest = data?.values ?? [];
  const known = new Set(newest.map((each) => each.id));
  const listed = [...newest, ...older.filter((each) => !known.has(each.id))];
  const last = listed.at(-1);
  const going = useMutation({
    mutationFn: async () => {
      if (last !== undefined && listed.length < shown + SHOWN) setOlder([...older, ...(await noticesBefore(last.id))]);
      setShown(shown + SHOWN);
    },
  });
  const unread = data?.unread ?? 0;
  const label = unread === 0 ? t("noneUnread") : t("unread", { count: unread });
  const open = (notice: Notice) => {
    setOpen(false);
    if (!notice.isRead) reading.mutate([notice.id]);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={340} trapFocus>
      <Popover.Target>
        <Tooltip label={label}>
          <Indicator label={unread} size={16} disabled={unread === 0} offset={4}>
            <ActionIcon aria-label={label} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              <BellIcon size={18} />
            </ActionIcon>
          </Indicator>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("title")}>
        {data === undefined || data.values.length === 0 ? (
          <Text size="sm">{t("none")}</Text>
        ) : (
          <>
            <ul className={classes.notices}>
              {listed.slice(0, shown).map((each) => (
                <li key={each.id} data-unread={!each.isRead || undefined}>
                  <Entry notice={each} open={open} />
                </li>
              ))}
            </ul>
            {listed.length >= shown && (
              <Button
                size="compact-sm"
                variant="default"
                mr="xs"
                loading={going.isPending}
                onClick={() => going.mutate()}
              >
                {t("more")}
              </Button>
            )}
            <Button size="compact-sm" variant="light" disabled={unread === 0} onClick={() => reading.mutate(undefined)}>
              {t("readAll")}
            </Button>
          </>
        )}
        <MailChoice />
      </Popover.Dropdown>
    </Popover>
  );
}

const TABS: Partial<Record<Notice["kind"], string>> = {
  mention: "comments",
  reply: "comments",
  comment: "comments",
  decision: "release",
  acknowledge: "read",
  review: "release",
};

/** A review says by which day it is due. */
const detailOf = ({ kind, detail = "" }: Notice): string => (kind === "review" ? dayOf(detail) : detail);

function Entry({ notice, open }: { notice: Notice; open: (notice: Notice) => void }) {
  const { t } = useTranslation("notices");
  const culture = useCulture();
  const { element } = notice;
  const name = inCulture(element.name, culture) ?? element.id;
  const by = inCulture(notice.by?.name, culture) ?? t("someone");
  return (
    <>
      <Link
        className="fs-link"
        to="/elements/$facet/$id"
        params={{ facet: element.facetName, id: element.id }}
        search={(before: object) => ({ ...keepCulture(before), tab: TABS[notice.kind] }) as never}
        onClick={() => open(notice)}
      >
        {t(`kinds.${notice.kind}`, { name, by, detail: detailOf(notice) })}
      </Link>
      <span className="fs-count">
        <Moment at={notice.on} />
      </span>
    </>
  );
}
