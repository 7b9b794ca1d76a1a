// The uploads of an element that are on their way or failed: how far they are, and why not.
import { ActionIcon, Button, Progress } from "@mantine/core";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/client";
import { explain } from "@/parts/Failure";
import classes from "./Files.module.css";
import { again, cancel, type Sending, useSendings } from "./uploads";

export function Sendings({ version }: { version: string }) {
  const { t } = useTranslation("files");
  const sendings = useSendings(version);
  if (sendings.length === 0) return null;
  return (
    <ul className={classes.sendings} aria-label={t("sendings")}>
      {sendings.map((each) => (
        <li key={each.key}>
          <One sending={each} />
        </li>
      ))}
    </ul>
  );
}

function One({ sending: { key, name, part, error } }: { sending: Sending }) {
  const { t } = useTranslation("files");
  const errors = useTranslation("errors").t;
  const percent = Math.round((part ?? 0) * 100);
  const isTooLarge = error instanceof ApiError && error.status === 413;
  const explained = error === undefined ? null : explain(error, errors);
  const failure = explained && { ...explained, title: isTooLarge ? t("tooLarge") : explained.title };
  return (
    <>
      <span className={classes.name}>{name}</span>
      {failure === null ? (
        <>
          <span className="fs-count">{part === null ? t("waiting") : `${percent} %`}</span>
          <Progress.Root className={classes.bar}>
            <Progress.Section value={percent} aria-label={t("progress", { name })} />
          </Progress.Root>
        </>
      ) : (
        <>
          <span className={classes.failed} role="alert">
            {[failure.title, failure.help].filter(Boolean).join(" · ")}
          </span>
          <Button size="compact-xs" variant="default" onClick={() => again(key)}>
            {errors("again")}
          </Button>
        </>
      )}
      <ActionIcon size="sm" aria-label={t(failure ? "giveUp" : "cancel", { name })} onClick={() => cancel(key)}>
        <X size={14} />
      </ActionIcon>
    </>
  );
}
