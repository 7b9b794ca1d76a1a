// Html as people write it. What the editor cannot show it must not destroy: where the way through it and back changes the text,
// the source is shown first, with a warning.
import "@mantine/tiptap/styles.layer.css";
import { Alert, Button, Group, Input, Textarea } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { generateHTML, generateJSON, type Editor as TextEditor } from "@tiptap/core";
import { Code } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { blocks, declared, isSameMarkup, markup } from "@/parts/html";
import { type Handing, type TextProperties, withTyped } from "./earlyText";
import type { Echoes } from "./echoes";
import { useElementLinks } from "./elementLinks";
import { Toolbar, useLabels } from "./HtmlTools";
import { EXTENSIONS } from "./htmlExtensions";
import { useInsertFiles } from "./insertFiles";
import { goOn, NOTHING_TYPED, useTextEditor } from "./textEditor";

interface Properties extends TextProperties {
  /** Which values come back from here. */
  echoes: Echoes;
  /** Whether the user began to edit just now: then the text takes the focus. */
  begins: boolean;
  /** What was typed before, until it is handed over. */
  early?: Handing;
}

export default function HtmlField(properties: Properties) {
  const { t } = useTranslation("element");
  const [isLossy] = useState(() => !survives(properties.value));
  const [showsSource, setShowsSource] = useState(isLossy);
  return (
    <div>
      {isLossy && showsSource && (
        <Alert color="orange" variant="outline" p="xs" mb={6}>
          {t("lossy")}
          <Group mt={6}>
            <Button size="compact-xs" variant="default" onClick={() => setShowsSource(false)}>
              {t("goOn")}
            </Button>
          </Group>
        </Alert>
      )}
      {showsSource ? <Source {...properties} /> : <Editor {...properties} />}
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        mt={2}
        leftSection={<Code size={12} aria-hidden />}
        onClick={() => setShowsSource(!showsSource)}
      >
        {t(showsSource ? "visual" : "source")}
      </Button>
    </div>
  );
}

/** Html of the editor without the empty paragraph that it keeps at the end to write on. */
const written = (html: string) => html.replace(/(<p><\/p>)+$/, "");

/** Whether a text comes back out of the editor as it went in. */
function survives(value: string): boolean {
  const html = blocks(value);
  return html === "" || isSameMarkup(generateHTML(generateJSON(html, EXTENSIONS), EXTENSIONS), html);
}

function Source({ name, value, error, lang, change, early }: Properties) {
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: handed over once, when it is there
  useLayoutEffect(() => {
    early?.over(({ text, hasFocus }) => {
      const node = field.current;
      if (node === null || !hasFocus) return;
      const { markup: source, end } = withTyped(markup(early.before), text);
      node.value = source;
      node.setSelectionRange(end, end);
      node.focus();
    });
  }, []);
  return (
    <Textarea
      ref={field}
      aria-label={name}
      error={error}
      lang={lang}
      autosize
      minRows={3}
      maxRows={16}
      value={markup(value)}
      onChange={(event) => change(declared(event.currentTarget.value))}
      styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 12 } }}
    />
  );
}

function Editor(properties: Properties) {
  const { value, error, echoes, begins, early } = properties;
  const labels = useLabels();
  const latest = useRef(properties);
  latest.current = properties;
  const made = useRef<TextEditor | null>(null);
  const { insert, take } = useInsertFiles(() => made.current);
  const keys = useRef<(event: KeyboardEvent) => boolean>(() => false);
  const editor = useTextEditor(() => ({
    extensions: EXTENSIONS,
    content: blocks(early?.before ?? value),
    editorProps: {
      attributes: () => attributesOf(latest.current),
      handleKeyDown: (_, event) => keys.current(event),
      handlePaste: (view, event) =>
        !event.clipboardData?.types.includes("text/plain") &&
        take(event, event.clipboardData, () => view.state.selection.from),
      handleDrop: (view, event, _, isMoved) =>
        !isMoved &&
        take(
          event,
          event.dataTransfer,
          () => view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.selection.from,
        ),
    },
    onUpdate: ({ editor: changed }) =>
      latest.current.change(changed.isEmpty ? "" : declared(written(changed.getHTML()))),
  }));
  made.current = editor;
  const links = useElementLinks(editor);
  keys.current = links.onKeyDown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, in the task in which it is shown
  useLayoutEffect(() => {
    if (editor === null) return;
    if (early) early.over((typed) => goOn(editor, typed));
    else if (begins) goOn(editor, NOTHING_TYPED);
  }, [editor]);
  // What comes from elsewhere (discarded, or fresh from the service) is shown; what was typed here is there already.
  useLayoutEffect(() => {
    if (editor && echoes.isForeign(value)) editor.commands.setContent(blocks(value), { emitUpdate: false });
  }, [editor, echoes, value]);
  return (
    <>
      {editor && (
        <RichTextEditor editor={editor} labels={labels}>
          <Toolbar editor={editor} insert={insert} />
          <RichTextEditor.Content />
        </RichTextEditor>
      )}
      {links.list}
      {error && <Input.Error mt={4}>{error}</Input.Error>}
    </>
  );
}

function attributesOf({ name, lang }: Properties): Record<string, string> {
  return { "aria-label": name, role: "textbox", "aria-multiline": "true", ...(lang && { lang }) };
}
