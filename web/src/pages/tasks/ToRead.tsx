// What the user is asked to read and to confirm.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { awaited } from "@/api/acknowledgements";
import { moment } from "@/parts/moment";
import { Section } from "@/parts/Section";
import { AskedVersions } from "./AskedVersions";

export function ToRead() {
  const { t } = useTranslation("readers");
  const { data } = useQuery(awaited);
  if (data === undefined || data.length === 0) return null;
  const asked = data.map(({ askedOn, ...about }) => ({ ...about, words: t("since", { day: moment(askedOn) }) }));
  return (
    <Section title={t("toRead")}>
      <AskedVersions asked={asked} className="fs-card" />
    </Section>
  );
}
