// Whether notices also come by mail: never, at once or once a day. The address is confirmed by a link.
import { Select, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { chooseMail, mailChoice, PACES, type Pace } from "@/api/notices";
import { useNotify } from "@/pages/tree/notify";

export function MailChoice() {
  const { t } = useTranslation("notices");
  const client = useQueryClient();
  const notify = useNotify();
  const { data } = useQuery(mailChoice);
  const choosing = useMutation({
    mutationFn: chooseMail,
    onSuccess: () => client.invalidateQueries({ queryKey: mailChoice.queryKey }),
    onError: notify.failed,
  });
  if (data === undefined || !data.isOffered) return null;
  return (
    <>
      <Select
        label={t("mail.label")}
        data={PACES.map((each) => ({ value: each, label: t(`mail.${each}`) }))}
        value={data.pace}
        allowDeselect={false}
        onChange={(pace) => pace !== null && choosing.mutate(pace as Pace)}
        comboboxProps={{ withinPortal: false }}
        mt="xs"
      />
      {data.pace !== "never" && !data.isConfirmed && (
        <Text size="sm" role="status">
          {t("mail.confirm")}
        </Text>
      )}
    </>
  );
}
