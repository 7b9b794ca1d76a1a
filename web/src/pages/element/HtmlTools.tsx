// The tools of the editor: one for everything that the service keeps.
import { FileButton, Menu } from "@mantine/core";
import { RichTextEditor, type RichTextEditorProps } from "@mantine/tiptap";
import { type Editor, useEditorState } from "@tiptap/react";
import { AlignCenter, AlignJustify, AlignLeft, AlignRight, Brackets, ImagePlus, Palette } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ALLOWED } from "@/parts/allowedHtml.gen";

const ALIGNMENTS = { left: AlignLeft, center: AlignCenter, right: AlignRight, justify: AlignJustify };
type Aligned = keyof typeof ALIGNMENTS;

interface ToolbarProperties {
  editor: Editor | null;
  /** Absent where no files can be added. */
  insert?: (files: readonly File[]) => void;
}

export function Toolbar({ editor, insert }: ToolbarProperties) {
  return (
    <RichTextEditor.Toolbar>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Underline />
        <RichTextEditor.Strikethrough />
        <RichTextEditor.Code />
        <RichTextEditor.Subscript />
        <RichTextEditor.Superscript />
        {editor && <Colors editor={editor} />}
        <RichTextEditor.ClearFormatting />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.H1 />
        <RichTextEditor.H2 />
        <RichTextEditor.H3 />
        <RichTextEditor.H4 />
        <RichTextEditor.H5 />
        <RichTextEditor.H6 />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        <RichTextEditor.Blockquote />
        <RichTextEditor.CodeBlock />
        <RichTextEditor.Hr />
        <RichTextEditor.TableInsert />
        <RichTextEditor.Link />
        <RichTextEditor.Unlink />
        {editor && <ElementLinkTool editor={editor} />}
        {insert && <Pictures insert={insert} />}
      </RichTextEditor.ControlsGroup>
      {editor && <Alignments editor={editor} />}
      {editor && <TableTools editor={editor} />}
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  );
}

/** Offers elements, as two brackets do that are typed. */
function ElementLinkTool({ editor }: { editor: Editor }) {
  const { t } = useTranslation("element");
  return (
    <RichTextEditor.Control
      aria-label={t("tools.elementLink")}
      title={`${t("tools.elementLink")} ([[)`}
      onClick={() => editor.chain().focus().insertContent("[[").run()}
    >
      <Brackets size={14} aria-hidden />
    </RichTextEditor.Control>
  );
}

/** Rows, columns and headings of the table that the caret is in. */
function TableTools({ editor }: { editor: Editor }) {
  const isInTable = useEditorState({ editor, selector: ({ editor: now }) => now.isActive("table") });
  if (!isInTable) return null;
  return (
    <RichTextEditor.ControlsGroup>
      <RichTextEditor.TableRowBefore />
      <RichTextEditor.TableRowAfter />
      <RichTextEditor.TableRowDelete />
      <RichTextEditor.TableColumnBefore />
      <RichTextEditor.TableColumnAfter />
      <RichTextEditor.TableColumnDelete />
      <RichTextEditor.TableToggleHeaderRow />
      <RichTextEditor.TableToggleHeaderColumn />
      <RichTextEditor.TableMergeCells />
      <RichTextEditor.TableSplitCell />
      <RichTextEditor.TableDelete />
    </RichTextEditor.ControlsGroup>
  );
}

function Alignments({ editor }: { editor: Editor }) {
  const { t } = useTranslation("element");
  const current = useEditorState({
    editor,
    selector: ({ editor: now }) => now.getAttributes("heading").align ?? now.getAttributes("paragraph").align ?? "left",
  });
  const align = (to: Aligned) => {
    const attributes = { align: to === "left" ? null : to };
    editor.chain().focus().updateAttributes("paragraph", attributes).updateAttributes("heading", attributes).run();
  };
  return (
    <RichTextEditor.ControlsGroup>
      {(["left", ...ALLOWED.alignments] as const).map((each) => {
        const Icon = ALIGNMENTS[each];
        return (
          <RichTextEditor.Control
            key={each}
            aria-label={t(`tools.align.${each}`)}
            title={t(`tools.align.${each}`)}
            active={current === each}
            onClick={() => align(each)}
          >
            <Icon size={14} aria-hidden />
          </RichTextEditor.Control>
        );
      })}
    </RichTextEditor.ControlsGroup>
  );
}

function Pictures({ insert }: { insert: (files: readonly File[]) => void }) {
  const { t } = useTranslation("element");
  return (
    <FileButton
      multiple
      accept="image/png,image/jpeg,image/gif,image/webp"
      onChange={insert}
      inputProps={{ "aria-label": t("tools.picture") }}
    >
      {(given) => (
        <RichTextEditor.Control {...given} aria-label={t("tools.picture")} title={t("tools.picture")}>
          <ImagePlus size={14} aria-hidden />
        </RichTextEditor.Control>
      )}
    </FileButton>
  );
}

function Colors({ editor }: { editor: Editor }) {
  const { t } = useTranslation("element");
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <RichTextEditor.Control aria-label={t("tools.color")} title={t("tools.color")}>
          <Palette size={14} aria-hidden />
        </RichTextEditor.Control>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => editor.chain().focus().unsetMark("color").run()}>{t("tools.colors.none")}</Menu.Item>
        {ALLOWED.colors.map((color) => (
          <Menu.Item key={color} onClick={() => editor.chain().focus().setMark("color", { color }).run()}>
            <span className={`color-${color}`}>{t(`tools.colors.${color}`)}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The names of the tools in the language of the page. */
export function useLabels(): RichTextEditorProps["labels"] {
  const { t } = useTranslation("element");
  const heading = (level: number) => t("tools.heading", { level });
  return {
    boldControlLabel: t("tools.bold"),
    italicControlLabel: t("tools.italic"),
    underlineControlLabel: t("tools.underline"),
    strikeControlLabel: t("tools.strike"),
    codeControlLabel: t("tools.code"),
    subscriptControlLabel: t("tools.subscript"),
    superscriptControlLabel: t("tools.superscript"),
    clearFormattingControlLabel: t("tools.clear"),
    bulletListControlLabel: t("tools.bullets"),
    orderedListControlLabel: t("tools.numbers"),
    blockquoteControlLabel: t("tools.quote"),
    codeBlockControlLabel: t("tools.codeBlock"),
    hrControlLabel: t("tools.line"),
    tableInsertControlLabel: t("tools.table"),
    tableRowBeforeControlLabel: t("tools.rowBefore"),
    tableRowAfterControlLabel: t("tools.rowAfter"),
    tableRowDeleteControlLabel: t("tools.rowDelete"),
    tableColumnBeforeControlLabel: t("tools.columnBefore"),
    tableColumnAfterControlLabel: t("tools.columnAfter"),
    tableColumnDeleteControlLabel: t("tools.columnDelete"),
    tableToggleHeaderRowControlLabel: t("tools.headerRow"),
    tableToggleHeaderColumnControlLabel: t("tools.headerColumn"),
    tableMergeCellsControlLabel: t("tools.mergeCells"),
    tableSplitCellControlLabel: t("tools.splitCell"),
    tableDeleteControlLabel: t("tools.tableDelete"),
    tableInsertLabel: (columns, rows) => `${columns} × ${rows}`,
    h1ControlLabel: heading(1),
    h2ControlLabel: heading(2),
    h3ControlLabel: heading(3),
    h4ControlLabel: heading(4),
    h5ControlLabel: heading(5),
    h6ControlLabel: heading(6),
    undoControlLabel: t("tools.undo"),
    redoControlLabel: t("tools.redo"),
    linkControlLabel: t("tools.link"),
    unlinkControlLabel: t("tools.unlink"),
    linkEditorInputLabel: t("links.address"),
    linkEditorExternalLink: t("tools.newTab"),
    linkEditorInternalLink: t("tools.sameTab"),
    linkEditorSave: t("tools.setLink"),
  };
}
