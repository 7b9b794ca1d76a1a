// The search of a site. Its index is scripts that hand over data, because pages of a folder cannot read files otherwise.
"use strict";
(() => {
  const field = document.getElementById("q");
  if (!field) return;
  const list = document.getElementById("found");
  const count = document.getElementById("count");
  const most = 50;
  const entries = [];
  let waiting = null;

  const fold = (text) =>
    text
      .normalize("NFD")
      .replace(/\p{Mn}/gu, "")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();

  const load = (name) =>
    new Promise((done) => {
      const script = document.createElement("script");
      script.src = name;
      script.onload = done;
      script.onerror = done;
      document.head.append(script);
    });

  let parts = 0;
  window.facetstoreParts = (number) => {
    parts = number;
  };
  window.facetstoreFound = (given) => {
    for (const [name, title, type, words] of given) {
      entries.push({ name, title, type, folded: ` ${fold(title)}`, words: ` ${words}` });
    }
  };

  const prepare = () => {
    waiting ??= (async () => {
      await load("search.js");
      for (let number = 1; number <= parts; number += 1) await load(`search-${number}.js`);
    })();
    return waiting;
  };

  // Names count most, and of these the ones that begin with what was typed.
  const rank = (entry, words, whole) => {
    if (entry.folded.startsWith(` ${whole}`)) return 3;
    if (words.every((word) => entry.folded.includes(` ${word}`))) return 2;
    return words.every((word) => entry.folded.includes(word) || entry.words.includes(` ${word}`)) ? 1 : 0;
  };

  const item = (entry) => {
    const line = document.createElement("li");
    const link = document.createElement("a");
    link.href = entry.name;
    link.textContent = entry.title;
    const type = document.createElement("span");
    type.textContent = entry.type;
    line.append(link, " ", type);
    return line;
  };

  const show = async () => {
    await prepare();
    const whole = fold(field.value);
    const words = whole.split(" ").filter(Boolean);
    const found = words.length === 0 ? [] : entries
      .map((entry) => ({ entry, rank: rank(entry, words, whole) }))
      .filter((each) => each.rank > 0)
      .sort((one, other) => other.rank - one.rank || one.entry.title.localeCompare(other.entry.title));
    list.replaceChildren(...found.slice(0, most).map((each) => item(each.entry)));
    list.hidden = found.length === 0;
    count.textContent =
      words.length === 0 ? "" : found.length === 0 ? count.dataset.nothing : `${count.dataset.found}: ${found.length}`;
  };

  field.addEventListener("focus", prepare);
  field.addEventListener("input", show);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      field.value = "";
      show();
    }
  });
  document.getElementById("search").addEventListener("submit", (event) => {
    event.preventDefault();
    const first = list.querySelector("a");
    if (first) first.focus();
  });
})();
