// Setting, changing and removing one's own picture.
import { Alert, Avatar, Button, FileButton, Group, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ImageUp, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { newKey } from "@/api/client";
import { deletePicture, pictures, setPicture, usePicture } from "@/api/pictures";
import { useNotify } from "@/pages/tree/notify";
import { explain } from "@/parts/Failure";
import { portraitOf } from "./portrait";

const READ = "image/png,image/jpeg,image/webp,image/gif,image/avif";

interface Chosen {
  picture: Blob;
  key: string;
  /** Where the browser shows it. */
  address: string;
}

export default function PictureForm({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation("picture");
  const shell = useTranslation().t;
  const errors = useTranslation("errors").t;
  const current = usePicture(id);
  const [chosen, choose] = useChosen();
  const [isUnreadable, setIsUnreadable] = useState(false);
  const { save, remove } = useChanges(id, chosen);
  const take = (file: File | null) => {
    if (file === null) return;
    setIsUnreadable(false);
    portraitOf(file).then(choose, () => setIsUnreadable(true));
  };
  const error = save.error ?? remove.error;
  const refused = error && explain(error, errors);
  return (
    <Stack gap="sm" align="center">
      <Avatar
        src={chosen?.address ?? current}
        alt={t(chosen || current ? "yours" : "none")}
        name={name}
        size={128}
        color="gem"
        variant="filled"
      />
      {(isUnreadable || refused) && (
        <Alert color="red" variant="outline" role="alert" w="100%">
          {isUnreadable ? t("unreadable") : (refused?.help ?? refused?.title)}
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {t("help")}
      </Text>
      <Group justify="center">
        <FileButton onChange={take} accept={READ} inputProps={{ "aria-label": t("choose") }}>
          {(given) => (
            <Button {...given} variant="default" leftSection={<ImageUp size={16} aria-hidden />} data-autofocus>
              {t("choose")}
            </Button>
          )}
        </FileButton>
        {current && (
          <Button
            variant="default"
            leftSection={<Trash2 size={16} aria-hidden />}
            loading={remove.isPending}
            onClick={() => remove.mutate()}
          >
            {t("remove")}
          </Button>
        )}
      </Group>
      <Group justify="end" w="100%">
        <Button variant="default" onClick={() => modals.closeAll()}>
          {shell("cancel")}
        </Button>
        <Button disabled={chosen === null} loading={save.isPending} onClick={() => save.mutate()}>
          {t("save")}
        </Button>
      </Group>
    </Stack>
  );
}

function useChosen(): [Chosen | null, (picture: Blob) => void] {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.address)), [chosen]);
  return [chosen, (picture) => setChosen({ picture, key: newKey(), address: URL.createObjectURL(picture) })];
}

function useChanges(id: string, chosen: Chosen | null) {
  const { t } = useTranslation("picture");
  const client = useQueryClient();
  const notify = useNotify();
  const done = (hash: string | undefined, said: string) => {
    client.setQueryData(pictures.queryKey, (before = {}) => {
      const { [id]: _, ...others } = before;
      return hash === undefined ? others : { ...others, [id]: hash };
    });
    modals.closeAll();
    notify.done(said);
  };
  const save = useMutation({
    mutationFn: async () => chosen && (await setPicture(chosen.picture, chosen.key))[id],
    onSuccess: (hash) => done(hash ?? undefined, t("saved")),
  });
  const remove = useMutation({
    mutationFn: deletePicture,
    onSuccess: () => done(undefined, t("removed")),
  });
  return { save, remove };
}
