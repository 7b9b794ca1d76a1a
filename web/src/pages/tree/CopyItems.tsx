// What a menu offers to copy and move an element, to paste below it what was copied or cut, and to make it a template.
import { Menu, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ElementInfo } from "@/api/types.gen";
import { useCulture } from "@/app/preferences";
import { useMoveDialog } from "../move/MoveForm";
import { useTemplate } from "../template/templates";
import { type Copied, useCopied, useCopying } from "./copying";

/** Whether what was copied may stand below an element. */
export const canPaste = (copied: Copied | null, info?: ElementInfo): boolean =>
  copied !== null && info?.isCurrentInsertable === true && copied.type in info.insertableDynamicTypes;

interface Properties {
  element: Copied;
  info?: ElementInfo;
  choose: (id: string) => void;
  /** Whether the keys of the tree do the same here. */
  hasKeys?: boolean;
}

export function CopyItems({ element, info, choose, hasKeys }: Properties) {
  const { t } = useTranslation("tree");
  const copied = useCopied();
  const copying = useCopying(choose);
  const { facet, id, type, label } = element;
  const own = { facet, id, type, label };
  const openMove = useMoveDialog();
  const [isTemplate, toggleTemplate] = useTemplate(own, useCulture());
  return (
    <>
      {info?.isCurrentCopyable && (
        <>
          <Menu.Item rightSection={hasKeys && <Keys text="C" />} onClick={() => void copying.copy(own)}>
            {t("copy")}
          </Menu.Item>
          <Menu.Item rightSection={hasKeys && <Keys text="D" />} onClick={() => void copying.duplicate(own)}>
            {t("duplicate")}
          </Menu.Item>
        </>
      )}
      {info?.isCurrentMovable && (
        <>
          <Menu.Item rightSection={hasKeys && <Keys text="X" />} onClick={() => void copying.cut(own)}>
            {t("cut")}
          </Menu.Item>
          <Menu.Item rightSection={hasKeys && <Keys text="M" />} onClick={() => openMove(own, () => choose(id))}>
            {t("moveTo")}
          </Menu.Item>
        </>
      )}
      {info?.isCurrentCopyable && toggleTemplate && (
        <Menu.Item onClick={toggleTemplate}>{t(isTemplate ? "noTemplate" : "asTemplate")}</Menu.Item>
      )}
      {copied !== null && canPaste(copied, info) && (
        <Menu.Item rightSection={hasKeys && <Keys text="V" />} onClick={() => void copying.paste(copied, element)}>
          {t("paste", { name: copied.label })}
        </Menu.Item>
      )}
    </>
  );
}

function Keys({ text }: { text: string }) {
  const { t } = useTranslation("tree");
  return (
    <Text size="xs" c="dimmed" aria-hidden>
      {t("control")}+{text}
    </Text>
  );
}
