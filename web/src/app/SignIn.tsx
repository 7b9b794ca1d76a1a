import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Session } from "@/api/types.gen";
import { Entrance, useEnter } from "./Entrance";
import { Forgotten } from "./Forgotten";
import { SignInForm } from "./SignInForm";

export default function SignIn({ entrance, notice }: { entrance: Session; notice: "linkUsed" | null }) {
  const { t } = useTranslation("entrance");
  return (
    <Entrance title={t("title")}>
      <SignInForm
        entrance={entrance}
        notice={notice && t(notice)}
        back={location.pathname + location.search}
        done={useEnter()}
      />
      <Forgotten byMail={entrance.passwordByMail === true} />
      <Text size="xs" c="dimmed">
        {t("about")}
      </Text>
    </Entrance>
  );
}
