// What people say about an element and the shapes of its diagram: threads, replies, and what is settled.
import { ActionIcon, Badge, Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { MessageSquare, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { inCulture, labelOf, useTypes } from "@/api/hooks";
import * as queries from "@/api/queries";
import { ELEMENT, elementAt, write } from "@/api/requests";
import type { Comment, CommentPerson, Thread } from "@/api/types.gen";
import { useRefresh } from "@/app/freshness";
import { useCulture } from "@/app/preferences";
import { KeptNotice } from "@/drafts/KeptNotice";
import { useKeptState } from "@/drafts/useKeptState";
import { EmptyState } from "@/parts/EmptyState";
import { Face } from "@/parts/Face";
import { Failure } from "@/parts/Failure";
import { Loading } from "@/parts/Loading";
import { Moment } from "@/parts/Moment";
import { PersonPicker } from "@/parts/PersonPicker";
import { Section } from "@/parts/Section";
import type { TabProperties } from "../element/tab";
import { useNotify } from "../tree/actions";
import classes from "./Comments.module.css";

type Change = () => Promise<unknown>;

export default function CommentsTab({ facet, id, element }: TabProperties) {
  const { t } = useTranslation("comments");
  const version = element.versionId ?? id;
  const found = useQuery(queries.comments(facet, id, version));
  const names = useShapeNames(facet, element.id);
  const { shape } = useSearch({ strict: false }) as { shape?: string };
  const chosen = shape !== undefined && names.has(shape) ? shape : undefined;
  if (found.error && found.data === undefined) return <Failure error={found.error} retry={() => found.refetch()} />;
  if (found.data === undefined) return <Loading lines={5} />;
  const place = { facet, version };
  const threads = [...found.data.values].sort((one, other) => Number(other.isOpen) - Number(one.isOpen));
  return (
    <>
      <Write {...place} label={chosen ? t("writeOn", { name: names.get(chosen) }) : t("write")} shape={chosen} />
      {threads.length === 0 && (
        <EmptyState icon={MessageSquare} title={t("none")}>
          {t("noneHelp")}
        </EmptyState>
      )}
      {threads.map((each) => (
        <ThreadCard key={each.id} thread={each} {...place} about={names.get(each.shapeId ?? "")} />
      ))}
    </>
  );
}

interface Place {
  facet: string;
  /** The version that is commented on. */
  version: string;
}

function ThreadCard({ thread, about, ...place }: Place & { thread: Thread; about?: string }) {
  const { t } = useTranslation("comments");
  const [replies, setReplies] = useState(false);
  const change = useChange();
  const settle = (way: "resolve" | "reopen") =>
    change.mutate(() =>
      write("post", `${ELEMENT}/comments/{commentId}/${way}`, { path: commentAt(place, thread.id), match: null }),
    );
  const first = thread.comments[0];
  const title = about ?? t("ofElement");
  return (
    <Section title={title}>
      <article className={classes.thread} aria-label={t("threadOf", { text: first?.text.slice(0, 60) ?? "" })}>
        {thread.comments.map((each) => (
          <Said key={each.id} comment={each} {...place} />
        ))}
        <Group gap="xs">
          {!thread.isOpen && (
            <Badge variant="light" color="gray">
              {t("resolved")}
            </Badge>
          )}
          <Button size="compact-sm" variant="light" onClick={() => setReplies(!replies)} aria-expanded={replies}>
            {t("reply")}
          </Button>
          {thread.mayResolve && (
            <Button
              size="compact-sm"
              variant="default"
              loading={change.isPending}
              onClick={() => settle(thread.isOpen ? "resolve" : "reopen")}
            >
              {t(thread.isOpen ? "resolve" : "reopen")}
            </Button>
          )}
        </Group>
        {replies && <Write {...place} label={t("writeReply")} replyTo={thread.id} done={() => setReplies(false)} />}
      </article>
    </Section>
  );
}

function Said({ comment, ...place }: Place & { comment: Comment }) {
  const { t } = useTranslation("comments");
  const change = useChange();
  const nameOf = usePersonOf();
  const remove = () =>
    change.mutate(() =>
      write("delete", `${ELEMENT}/comments/{commentId}`, { path: commentAt(place, comment.id), match: null }),
    );
  return (
    <div className={classes.comment}>
      <Group gap={6} className={classes.head}>
        {comment.by && <Face id={comment.by.id} />}
        <strong>{comment.by ? nameOf(comment.by) : t("someone")}</strong>
        <span className="fs-count">
          <Moment at={comment.on} />
        </span>
        {comment.mentions.length > 0 && (
          <span className="fs-count">{t("for", { names: comment.mentions.map(nameOf).join(", ") })}</span>
        )}
        {comment.mayDelete && (
          <ActionIcon aria-label={t("delete")} onClick={remove} loading={change.isPending}>
            <Trash2 size={15} />
          </ActionIcon>
        )}
      </Group>
      {comment.text ? (
        <Text className={classes.text}>{comment.text}</Text>
      ) : (
        <Text c="dimmed" fs="italic">
          {t("deleted")}
        </Text>
      )}
    </div>
  );
}

interface Writing extends Place {
  label: string;
  shape?: string;
  replyTo?: string;
  done?: () => void;
}

/** A field for a comment. What is in it is kept until it is sent. */
function Write({ facet, version, label, shape, replyTo, done }: Writing) {
  const { t } = useTranslation("comments");
  const [text, setText, kept] = useKeptState(`comment/${version}/${replyTo ?? shape ?? ""}`, "");
  const [person, setPerson] = useState<string | null>(null);
  const change = useChange();
  const send = () =>
    change.mutate(
      () =>
        write("post", `${ELEMENT}/comments`, {
          path: elementAt(facet, "detail", version),
          body: { text, shape, replyTo, mentions: person === null ? [] : [person] },
          match: null,
        }),
      {
        onSuccess: () => {
          kept.discard();
          setText("");
          setPerson(null);
          done?.();
        },
      },
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") send();
      }}
    >
      <Stack gap="xs">
        <KeptNotice {...kept} />
        <Textarea
          label={label}
          autosize
          minRows={2}
          maxLength={4000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group align="end">
          <PersonPicker label={t("mention")} value={person} change={setPerson} />
          <Button type="submit" disabled={text.trim() === ""} loading={change.isPending}>
            {t("send")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const commentAt = ({ facet, version }: Place, commentId: string) => ({
  ...elementAt(facet, "detail", version),
  commentId,
});

function useChange() {
  const refresh = useRefresh();
  const notify = useNotify();
  return useMutation({ mutationFn: (change: Change) => change(), onSuccess: () => refresh(), onError: notify.failed });
}

function usePersonOf(): (person: CommentPerson) => string {
  const culture = useCulture();
  return (person) => inCulture(person.name, culture) ?? person.id;
}

/** What the shapes of the diagram of an element are called, by their ids. */
function useShapeNames(facet: string, id: string): Map<string, string> {
  const culture = useCulture();
  const types = useTypes();
  const { data } = useQuery(queries.content(facet, id));
  return new Map(
    (data?.elements ?? []).map((each) => [each.properties?.shapeId ?? "", labelOf(types, each, culture)] as const),
  );
}
