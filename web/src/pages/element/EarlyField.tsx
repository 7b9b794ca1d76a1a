// The plain field in which users write while the editor loads, behind the text as readers see it.
import { Alert, Button, Group, Textarea } from "@mantine/core";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { Prose } from "@/parts/Prose";
import { useFileTarget } from "../files/context";
import classes from "./Element.module.css";

interface Properties {
  name: string;
  before: string;
  error?: string;
  lang?: string;
  field: RefObject<HTMLTextAreaElement | null>;
  write: () => void;
  compose: (isComposing: boolean) => void;
  /** Whether the user began to edit just now. */
  begins: boolean;
  /** Whether the editor cannot be loaded: then this is all there is to write with. */
  isAlone: boolean;
}

export function EarlyField(properties: Properties) {
  const { name, before, error, lang, field, write, compose, begins, isAlone } = properties;
  const { t } = useTranslation(["element", "errors"]);
  const pictures = useFileTarget() ?? undefined;
  return (
    <div className={classes.early}>
      {before !== "" && <Prose value={before} of={pictures} lang={lang} className={classes.html} />}
      <Textarea
        ref={field}
        aria-label={name}
        placeholder={t("write")}
        error={error}
        lang={lang}
        autoFocus={begins}
        autosize
        minRows={before === "" ? 3 : 1}
        onInput={write}
        onCompositionStart={() => compose(true)}
        onCompositionEnd={() => compose(false)}
      />
      {isAlone && (
        <Alert color="orange" variant="outline" p="xs">
          {t("noEditor")}
          <Group mt={6}>
            <Button size="compact-xs" variant="default" onClick={() => location.reload()}>
              {t("errors:reload")}
            </Button>
          </Group>
        </Alert>
      )}
    </div>
  );
}
