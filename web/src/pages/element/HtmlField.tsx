// Html as people write it. What the editor cannot show it must not destroy: where the way through it and back changes the text,
// the source is shown first, with a warning.
import "@mantine/tiptap/styles.layer.css";
import { Alert, Button, Group, Input, Textarea } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { generateHTML, generateJSON } from "@tiptap/core";
import { type Editor as TextEditor, useEditor } from "@tiptap/react";
import { Code } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { blocks, declared, isSameMarkup, markup } from "@/parts/html";
import { useElementLinks } from "./elementLinks";
import { Toolbar, useLabels } from "./HtmlTools";
import { EXTENSIONS } from "./htmlExtensions";
import { useInsertFiles } from "./insertFiles";

interface Properties {
  name: string;
  value: string;
  error?: string;
  lang?: string;
  change: (value: string) => void;
  /** Whether the user began to edit just now: then the text takes the focus. */
  begins?: boolean;
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

function Source({ name, value, error, lang, change }: Properties) {
  return (
    <Textarea
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

function Editor({ name, value, error, lang, change, begins }: Properties) {
  const labels = useLabels();
  const lastValue = useRef(value);
  const { insert, take } = useInsertFiles(() => made.current);
  const made = useRef<TextEditor | null>(null);
  const keys = useRef<(event: KeyboardEvent) => boolean>(() => false);
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: blocks(value),
    autofocus: begins ? "end" : false,
    editorProps: {
      attributes: { "aria-label": name, role: "textbox", "aria-multiline": "true", ...(lang && { lang }) },
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
    onUpdate: ({ editor: changed }) => {
      lastValue.current = changed.isEmpty ? "" : declared(written(changed.getHTML()));
      change(lastValue.current);
    },
  });
  made.current = editor;
  const links = useElementLinks(editor);
  keys.current = links.onKeyDown;
  // What comes from elsewhere (discarded, or fresh from the service) is shown; what was typed here is there already.
  useEffect(() => {
    if (editor && value !== lastValue.current) {
      const isSame = isSameMarkup(value, lastValue.current);
      lastValue.current = value;
      // What was saved comes back in other markup: to set it again would move the cursor away from under the writer.
      if (isSame) return;
      editor.commands.setContent(blocks(value), { emitUpdate: false });
    }
  }, [editor, value]);
  return (
    <>
      <RichTextEditor editor={editor} labels={labels}>
        <Toolbar editor={editor} insert={insert} />
        <RichTextEditor.Content />
      </RichTextEditor>
      {links.list}
      {error && <Input.Error mt={4}>{error}</Input.Error>}
    </>
  );
}
