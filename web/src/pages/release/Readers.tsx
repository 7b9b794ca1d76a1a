// Read and understood: who is asked to confirm what is released, who has, and the proof of it.
import { ActionIcon, Button, Group, Progress, Select, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { FileDown, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { acknowledgements, askReaders, proofAddress, ROLES, type Role } from "@/api/acknowledgements";
import { inCulture } from "@/api/hooks";
import type { Acknowledgement, Acknowledgements, CommentPerson, Element } from "@/api/types.gen";
import { useRefresh } from "@/app/freshness";
import { useCulture } from "@/app/preferences";
import { Face } from "@/parts/Face";
import { Moment } from "@/parts/Moment";
import { PrincipalPicker } from "@/parts/PrincipalPicker";
import { Section } from "@/parts/Section";
import { useDownload } from "@/parts/useDownload";
import { useNotify } from "../tree/actions";
import classes from "./Readers.module.css";

/** How many people are listed before the rest is asked for. */
const SHOWN = 20;

export function Readers({ element }: { element: Element }) {
  const { t } = useTranslation("readers");
  const { data } = useQuery(acknowledgements(element.facetName, element.id));
  if (data === undefined || !data.mayList || data.asked === undefined) return null;
  const isAsking = data.asked.principals.length + data.asked.roles.length > 0;
  return (
    <Section title={t("title")}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t("help")}
        </Text>
        <Asked element={element} found={data} />
        {isAsking && data.versionId === undefined && <Text size="sm">{t("notReleased")}</Text>}
        {data.count > 0 && <People element={element} found={data} />}
      </Stack>
    </Section>
  );
}

interface Properties {
  element: Element;
  found: Acknowledgements;
}

function Asked({ element, found }: Properties) {
  const { t } = useTranslation("readers");
  const shell = useTranslation().t;
  const nameOf = useNameOf();
  const refresh = useRefresh();
  const notify = useNotify();
  const principals = found.asked?.principals ?? [];
  const roles = found.asked?.roles ?? [];
  const asking = useMutation({
    mutationFn: (given: { principals: string[]; roles: Role[] }) =>
      askReaders(element.facetName, element.id, given.principals, given.roles),
    onSuccess: () => refresh(),
    onError: notify.failed,
  });
  const ids = principals.map((each) => each.id);
  const set = (wanted: { principals?: string[]; roles?: Role[] }) =>
    asking.mutate({ principals: ids, roles: [...roles], ...wanted });
  return (
    <>
      <ul className={classes.asked} aria-label={t("asked")}>
        {principals.map((each) => (
          <Name
            key={each.id}
            name={nameOf(each)}
            drop={found.mayAsk ? () => set({ principals: ids.filter((id) => id !== each.id) }) : undefined}
          />
        ))}
        {roles.map((each) => (
          <Name
            key={each}
            name={t("role", { role: shell(`roles.${each}`) })}
            drop={found.mayAsk ? () => set({ roles: roles.filter((role) => role !== each) }) : undefined}
          />
        ))}
      </ul>
      {found.mayAsk && (
        <Group align="end">
          <PrincipalPicker
            key={ids.length}
            label={t("askPrincipal")}
            types={found.askable ?? []}
            change={(id) => id !== undefined && set({ principals: [...new Set([...ids, id])] })}
          />
          <Select
            label={t("askRole")}
            data={ROLES.filter((each) => !roles.includes(each)).map((each) => ({
              value: each,
              label: shell(`roles.${each}`),
            }))}
            value={null}
            onChange={(role) => role !== null && set({ roles: [...roles, role as Role] })}
            comboboxProps={{ withinPortal: true }}
          />
        </Group>
      )}
    </>
  );
}

function Name({ name, drop }: { name: string; drop?: () => void }) {
  const { t } = useTranslation("readers");
  return (
    <li>
      {name}
      {drop && (
        <ActionIcon size="sm" aria-label={t("askNoMore", { name })} onClick={drop}>
          <X size={14} />
        </ActionIcon>
      )}
    </li>
  );
}

function People({ element, found }: Properties) {
  const { t } = useTranslation("readers");
  const download = useDownload();
  const [isWhole, setWhole] = useState(false);
  const done = found.count - found.missing;
  const text = t("done", { done, count: found.count });
  const listed = isWhole ? found.values : found.values.slice(0, SHOWN);
  const save = (format: "csv" | "json") => () =>
    download(proofAddress(element.facetName, element.id, format), `acknowledgements.${format}`);
  return (
    <>
      <Text size="sm">{text}</Text>
      <Progress value={(100 * done) / found.count} aria-label={text} />
      <ul className={classes.people} aria-label={t("people")}>
        {listed.map((each) => (
          <Person key={each.person.id} given={each} />
        ))}
      </ul>
      <Group gap="xs">
        {listed.length < found.values.length && (
          <Button size="compact-sm" variant="default" onClick={() => setWhole(true)}>
            {t("all", { count: found.values.length })}
          </Button>
        )}
        {(["csv", "json"] as const).map((format) => (
          <Button
            key={format}
            size="compact-sm"
            variant="default"
            leftSection={<FileDown size={14} aria-hidden />}
            onClick={save(format)}
          >
            {t("proof", { format: format.toUpperCase() })}
          </Button>
        ))}
      </Group>
    </>
  );
}

function Person({ given }: { given: Acknowledgement }) {
  const { t } = useTranslation("readers");
  const nameOf = useNameOf();
  return (
    <li>
      <Face id={given.person.id} />
      <span>{nameOf(given.person)}</span>
      <span className="fs-count">
        {given.confirmedOn === undefined ? (
          t("waits")
        ) : (
          <>
            {t("confirmed")} <Moment at={given.confirmedOn} />
          </>
        )}
      </span>
    </li>
  );
}

function useNameOf(): (person: CommentPerson) => string {
  const culture = useCulture();
  return (person) => inCulture(person.name, culture) ?? person.id;
}
