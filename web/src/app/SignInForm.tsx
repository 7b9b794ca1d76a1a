// The ways to sign in: by name and password, and at the provider of OpenID Connect.
import { Alert, Button, Divider, PasswordInput, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/client";
import { send } from "@/api/requests";
import type { Session } from "@/api/types.gen";
import { explain } from "@/parts/Failure";

interface Properties {
  entrance?: Session;
  notice?: ReactNode;
  /** The name to begin with. */
  login?: string;
  /** Where the provider leads back to, and in which window. */
  back: string;
  target?: "_blank";
  done: (session: Session) => void;
}

// A dialog below this one must not take the Escape key for its own.
const OWN_KEYS = { "data-mantine-stop-propagation": "true" };

export function SignInForm({ entrance, notice, login = "", back, target, done }: Properties) {
  const { t } = useTranslation("entrance");
  const errors = useTranslation("errors").t;
  const [name, setName] = useState(login);
  const [password, setPassword] = useState("");
  const entering = useMutation({
    mutationFn: () => send("post", "/rest/session", { body: { name, password } }),
    onSuccess: ({ data }) => done(data),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    entering.mutate();
  };
  const refused = entering.error instanceof ApiError && entering.error.status === 401;
  const openId = entrance?.openId;
  return (
    <form onSubmit={submit} style={{ display: "contents" }}>
      {notice && !entering.error && (
        <Alert color="gem" variant="outline">
          {notice}
        </Alert>
      )}
      {entering.error && (
        <Alert color="red" variant="outline" role="alert">
          {refused ? t("wrong") : (explain(entering.error, errors).help ?? explain(entering.error, errors).title)}
        </Alert>
      )}
      <TextInput
        label={t("name")}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="username"
        autoCapitalize="none"
        autoFocus={login === ""}
        data-autofocus={login === "" || undefined}
        required
        withAsterisk={false}
        {...OWN_KEYS}
      />
      <PasswordInput
        label={t("password")}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        autoComplete="current-password"
        data-autofocus={login !== "" || undefined}
        required
        withAsterisk={false}
        {...OWN_KEYS}
      />
      <Button type="submit" loading={entering.isPending} fullWidth {...OWN_KEYS}>
        {t("signIn")}
      </Button>
      {openId && (
        <>
          <Divider label={t("or")} />
          <Button
            component="a"
            href={`${openId.signInUrl}?return=${encodeURIComponent(back)}`}
            target={target}
            rel={target && "opener"}
            variant="default"
            fullWidth
            {...OWN_KEYS}
          >
            {t("openId", { name: openId.title })}
          </Button>
        </>
      )}
    </form>
  );
}
