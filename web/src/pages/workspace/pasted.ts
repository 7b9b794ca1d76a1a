// What was copied elsewhere, as lines of a script: lists of word processors, cells of a table, messages of a chat.

/** Marks that only a script begins lines with. What has them is left as it is. */
const SCRIPT = /^\s*(->|---|\[\[|[()?=~&+|]( |$))/m;
/** Word writes bullets as letters of a font of its own. */
const BULLET = /^(?:[•▪◦·*–—○●■□☐☑☒✓✔➢➤→‣⁃\uf000-\uf0ff-]|o(?=[ \t]))[ \t]*/u;
const NUMBER = /^(?:\(?(?:\d{1,3}(?:\.\d{1,3})*|[a-z]|[ivx]{1,4})[.)]|\d{1,3}(?:\.\d{1,3})+)[ \t]+/i;
const STEP = /^(?:step|schritt) \d{1,3}[ \t]*[:.)–-][ \t]+/i;
/** `[12.11.26, 09:31:02] Anna: text`, `12.11.26, 09:31 - Anna: text`, `[09:31] Anna: text` */
const CHAT =
  /^(?:\[[^\]]{0,12}\d{1,2}[:.]\d{2}[^\]]{0,12}\][ \t]*|\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}:\d{2}[^-–]{0,6}[-–][ \t]*)[^:\n]{1,40}:[ \t]*/;
/** `Anna  9:31 AM`, above what was said. */
const SPEAKER = /^\S[^\n:]{0,40}?[ \t]+\[?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[AP]M)?\]?$/i;
/** A cell of a spreadsheet with lines of its own. */
const CELL = /(^|[\t\n])"((?:[^"\n]|"")*\n(?:[^"]|"")*)"(?=[\t\n]|$)/g;
const INDENT = "  ";

interface Understood {
  text: string;
  count: number;
}

/** The lines that a text means; undefined if it is one line, or a script already. */
export function understood(text: string): Understood | undefined {
  const rows = withoutSpeakers(
    text
      .replace(/\r\n?/g, "\n")
      .replace(/\u00a0/g, " ")
      .replace(CELL, (_, before: string, cell: string) => before + cell.replace(/\n/g, " ").replace(/""/g, '"'))
      .split("\n"),
  );
  if (rows.filter((each) => each.trim() !== "").length < 2 || SCRIPT.test(text)) return undefined;
  const isTable = rows.some((each) => /\S\t+\S/.test(each.replace(BULLET, "").replace(NUMBER, "")));
  const found = rows.filter((each) => each.trim() !== "").map((each) => row(each, isTable));
  const lines = found.filter(({ name }) => name !== "");
  return { text: outlined(lines), count: lines.length };
}

/** Without the lines of a chat that say who spoke when: each stands above something that was said. */
function withoutSpeakers(rows: readonly string[]): readonly string[] {
  const said = rows.map((each) => each.trim()).filter((each) => each !== "");
  const speaks = said.map((each) => SPEAKER.test(each));
  const isChat = speaks[0] === true && !speaks.at(-1) && !speaks.some((each, place) => each && speaks[place + 1]);
  return isChat ? rows.filter((each) => !SPEAKER.test(each.trim())) : rows;
}

interface Row {
  name: string;
  column: number;
}

function row(text: string, isTable: boolean): Row {
  const lead = text.length - text.trimStart().length;
  const column = text.slice(0, lead).replace(/\t/g, "    ").length;
  const bare = text.trim().replace(CHAT, "").replace(BULLET, "").replace(NUMBER, "").replace(STEP, "").trim();
  return { name: isTable ? cells(bare) : bare.replace(/[ \t]+/g, " "), column };
}

/** The first cell with words is the step; what stands beside it is kept in brackets. */
function cells(text: string): string {
  const [name = "", ...rest] = text
    .split("\t")
    .map((each) => each.trim())
    .filter((each) => each !== "" && !/^[\d.]+$/.test(each));
  return rest.length === 0 ? name : `${name} (${rest.join(", ")})`;
}

/** Only below a question does indentation mean something. */
function outlined(rows: readonly Row[]): string {
  const open: { column: number; level: number; asks: boolean }[] = [];
  const lines = rows.map(({ name, column }) => {
    while (open.length > 0 && column <= (open.at(-1)?.column ?? 0)) open.pop();
    const above = open.at(-1);
    const level = above === undefined ? 0 : above.level + (above.asks ? 1 : 0);
    open.push({ column, level, asks: name.endsWith("?") });
    return INDENT.repeat(level) + name;
  });
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}
