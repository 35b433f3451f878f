// Records that come to the start page: chosen, dropped on it, or pasted.

import { find, notice } from "/shared.js";

/** Bytes of a record that the program takes. */
const MAX_BYTES = 1 << 20;
/** Where a word for the next page lies. */
const WORD = "word";

/** Shows the word that the page before has left for this one. */
export function leftWord() {
  try {
    const word = sessionStorage.getItem(WORD);
    sessionStorage.removeItem(WORD);
    if (word) notice(word);
  } catch { /* private windows keep nothing */ }
}

/** Leaves a word for the next page; null takes it back. */
function leaveWord(word) {
  try {
    if (word) sessionStorage.setItem(WORD, word);
    else sessionStorage.removeItem(WORD);
  } catch { /* private windows keep nothing */ }
}

/** Opens the first of these files in review. */
async function openFirst(files, reviewFile) {
  const [file] = files;
  if (!file) return;
  if (file.size > MAX_BYTES) return notice(`${file.name} is larger than a game record.`);
  let bytes = null;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    return notice(`${file.name} cannot be read: choose a file, not a folder.`);
  }
  find("#notice").hidden = true;
  leaveWord(files.length > 1 ? `Of ${files.length} files the first is shown: ${file.name}.` : null);
  await reviewFile(bytes);
  // A notice says why it is not opened; without an archive the review comes on this page.
  if (!find("#notice").hidden) leaveWord(null);
  else if (!isHere()) leftWord();
}

const isHere = () => Boolean(find("#upload"));
const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");

/** Shows that a file can be dropped, while one is dragged over the page. */
function showTarget(isOver) {
  find("#drop")?.classList.toggle("over", isOver);
}

function listenToDrops(reviewFile) {
  addEventListener("dragover", (event) => {
    if (!isHere() || !hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    showTarget(true);
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) showTarget(false);
  });
  addEventListener("drop", (event) => {
    if (!isHere() || !hasFiles(event)) return;
    event.preventDefault();
    showTarget(false);
    openFirst([...event.dataTransfer.files], reviewFile);
  });
}

function listenToPastes(reviewFile) {
  document.addEventListener("paste", (event) => {
    if (!isHere() || event.target.closest?.("input, textarea, select")) return;
    const { files } = event.clipboardData;
    const text = event.clipboardData.getData("text/plain");
    if (files.length) openFirst([...files], reviewFile);
    else if (/\(\s*;/.test(text)) openFirst([new File([text], "The text")], reviewFile);
    else if (text.trim()) notice("This text is no record: the text of an SGF file begins with \"(;\".");
  });
}

/** Takes records by the field, by a drop anywhere on the page, and by pasting outside of fields. */
export function takeRecords(reviewFile) {
  const upload = find("#upload");
  upload.addEventListener("change", () => {
    const files = [...upload.files];
    // The same file can be chosen once more.
    upload.value = "";
    openFirst(files, reviewFile);
  });
  listenToDrops(reviewFile);
  listenToPastes(reviewFile);
}
