"use strict";
(() => {
  document.documentElement.classList.add("script");
  const find = (id) => document.getElementById(id);
  const tell = (row) => {
    const told = row.querySelector("noscript");
    if (!told) return;
    const part = document.createElement("div");
    part.className = "told";
    part.innerHTML = told.textContent;
    told.replaceWith(part);
  };
  document.addEventListener("toggle", (event) => {
    if (event.target.matches("details.flow")) tell(event.target);
  }, true);
  for (const row of document.querySelectorAll("details.flow[open]")) tell(row);
  const query = find("query"), tag = find("tag"), shown = find("shown");
  if (!query) return;
  const rows = [...document.querySelectorAll("details.flow")].map((row) => ({
    row, part: row.parentElement, status: row.classList[1], text: null,
    tags: (row.dataset.tags || "").split("\n"),
  }));
  const boxes = [...document.querySelectorAll("[id^=show-]")];
  const text = (item) =>
    item.text ??= (item.row.firstElementChild.textContent + " " + item.part.dataset.file)
      .toLowerCase();
  const look = () => {
    const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    const statuses = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    const counts = new Map();
    let count = 0;
    for (const item of rows) {
      const fits = (!tag.value || item.tags.includes(tag.value))
        && words.every((word) => text(item).includes(word));
      if (item.row.hidden === fits) item.row.hidden = !fits;
      const seen = fits && statuses.has(item.status) ? 1 : 0;
      count += seen;
      counts.set(item.part, (counts.get(item.part) || 0) + seen);
    }
    for (const [part, seen] of counts) if (part.hidden === seen > 0) part.hidden = seen === 0;
    shown.textContent = count === rows.length ? "" : `${count} of ${rows.length} flows`;
  };
  let waiting = 0;
  query.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(look, 80);
  });
  tag.addEventListener("change", look);
  for (const box of boxes) box.addEventListener("change", look);
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      query.focus();
    } else if (event.key === "Escape" && event.target === query) {
      query.value = "";
      look();
    }
  });
  const reveal = () => {
    const row = location.hash.length > 1 && find(location.hash.slice(1));
    if (!row || !row.matches("details.flow")) return;
    tell(row);
    row.open = true;
  };
  addEventListener("hashchange", reveal);
  addEventListener("beforeprint", () => {
    for (const item of rows)
      if (/failed|unexpected|broken/.test(item.status)) {
        tell(item.row);
        item.row.open = true;
      }
  });
  reveal();
  look();
})();
