// The search of the guide, in the browser: the index is one file of this service, read when the field is first used.

const form = document.getElementById("search");
const field = document.getElementById("q");
const results = document.getElementById("results");
const list = document.getElementById("found");
const count = document.getElementById("count");
const MOST = 20;

const fold = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

let sections = null;

// Every section with the page it stands on. A failed fetch is tried again with the next key.
async function read() {
  sections ??= fetch(form.dataset.index)
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(`${answer.status}`))))
    .then((pages) =>
      pages.flatMap(([place, title, found]) =>
        found.map(([anchor, heading, words]) => ({
          address: form.dataset.up + place + (anchor && `#${anchor}`),
          title,
          heading,
          page: ` ${fold(title)}`,
          head: ` ${fold(heading)}`,
          words: ` ${words}`,
          isPage: anchor === "",
          isRecord: place.startsWith("decisions/") || place.startsWith("changelog"),
        })),
      ),
    );
  try {
    return await sections;
  } catch (error) {
    sections = null;
    throw error;
  }
}

// Each word has to begin a word of the section or of its page's title. Titles count most, reasons and history least.
function rank(section, words) {
  let sum = 0;
  for (const word of words) {
    const start = ` ${word}`;
    if (section.head.includes(start)) sum += section.isPage ? 12 : 8;
    else if (section.words.includes(start)) sum += 2;
    else if (!section.page.includes(start)) return 0;
    if (section.page.includes(start)) sum += 1;
  }
  return section.isRecord ? sum / 3 : sum;
}

function item({ address, heading, title, isPage }) {
  const line = document.createElement("li");
  const link = document.createElement("a");
  link.href = address;
  link.textContent = heading;
  line.append(link);
  if (!isPage) {
    const page = document.createElement("small");
    page.textContent = title;
    line.append(" ", page);
  }
  return line;
}

async function show() {
  const words = fold(field.value).split(" ").filter(Boolean);
  results.hidden = words.length === 0;
  if (words.length === 0) return;
  try {
    const ranked = (await read())
      .map((section) => ({ section, sum: rank(section, words) }))
      .filter(({ sum }) => sum > 0)
      .sort((one, other) => other.sum - one.sum);
    list.replaceChildren(...ranked.slice(0, MOST).map(({ section }) => item(section)));
    count.textContent = ranked.length === 0 ? "Nothing found" : `${ranked.length} found`;
  } catch {
    count.textContent = "The index of the search could not be read.";
  }
}

function close() {
  field.value = "";
  results.hidden = true;
}

field.addEventListener("focus", () => read().catch(() => {}));
field.addEventListener("input", show);
form.addEventListener("keydown", (event) => {
  if (event.key === "Escape") close();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  list.querySelector("a")?.focus();
});
list.addEventListener("click", (event) => {
  if (event.target.closest("a")) close();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) return;
  event.preventDefault();
  field.focus();
});
