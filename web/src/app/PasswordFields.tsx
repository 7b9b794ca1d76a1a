// A new password, written twice: a mistake in what cannot be read would shut its owner out.
import { PasswordInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

/** As few characters as a password may have. The service checks it; the page says so before. */
export const SHORTEST = 12;

export interface NewPassword {
  first: string;
  again: string;
}

export const NO_PASSWORD: NewPassword = { first: "", again: "" };

export const isComplete = ({ first, again }: NewPassword): boolean => first.length >= SHORTEST && first === again;

export function PasswordFields({ value, set, autoFocus }: FieldsProps) {
  const { t } = useTranslation("entrance");
  const [left, setLeft] = useState(false);
  const differs = left && value.again !== "" && value.again !== value.first;
  return (
    <>
      <PasswordInput
        label={t("new")}
        description={t("newHelp", { count: SHORTEST })}
        value={value.first}
        onChange={(event) => set({ ...value, first: event.currentTarget.value })}
        autoComplete="new-password"
        autoFocus={autoFocus}
        data-autofocus={autoFocus || undefined}
        minLength={SHORTEST}
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ "aria-label": t("show") }}
      />
      <PasswordInput
        label={t("again")}
        value={value.again}
        onChange={(event) => set({ ...value, again: event.currentTarget.value })}
        onBlur={() => setLeft(true)}
        error={differs && t("differs")}
        autoComplete="new-password"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ "aria-label": t("showAgain") }}
      />
    </>
  );
}

interface FieldsProps {
  value: NewPassword;
  set: (value: NewPassword) => void;
  autoFocus?: boolean;
}
