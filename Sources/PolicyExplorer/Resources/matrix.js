"use strict";
(() => {
  document.documentElement.classList.add("script");
  const find = (id) => document.getElementById(id);
  const table = find("matrix");
  if (!table) return;
  const scroll = table.parentElement, sheet = find("sheet"), query = find("query");
  const notable = find("notable"), shown = find("shown");
  const lines = [...find("lines").children].map((line) => line.textContent);
  const heads = [...table.querySelectorAll("th.col")];
  const spans = [...table.querySelectorAll("th[data-from]")];
  const rows = [...table.tBodies[0].rows].map((row) => ({
    row, head: row.cells[0], cells: [...row.cells].slice(1),
  }));
  const target = (cell) => cell.firstElementChild || cell;

  // One cell takes part in the order of the Tab key; the arrow keys choose which.
  let current = null;
  const place = (row, column) => {
    if (current) target(current).tabIndex = -1;
    current = rows[row].cells[column];
    target(current).tabIndex = 0;
  };
  const where = (element) => {
    const cell = element.closest("td");
    const row = rows.findIndex((item) => item.row === cell.parentElement);
    return [row, rows[row].cells.indexOf(cell)];
  };
  const go = (row, column) => {
    place(row, column);
    target(current).focus();
    target(current).scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const next = (from, step, count, isHidden) => {
    let index = from;
    for (let left = Math.abs(step); left > 0; left--) {
      let other = index + Math.sign(step);
      while (other >= 0 && other < count && isHidden(other)) other += Math.sign(step);
      if (other < 0 || other >= count) break;
      index = other;
    }
    return index;
  };
  const isRowHidden = (index) => rows[index].row.hidden;
  const isColumnHidden = (index) => heads[index].hidden;
  table.addEventListener("keydown", (event) => {
    if (!event.target.closest("td")) return;
    const [row, column] = where(event.target);
    const far = event.ctrlKey || event.metaKey;
    const down = (step) => go(next(row, step, rows.length, isRowHidden), column);
    const right = (step) => go(row, next(column, step, heads.length, isColumnHidden));
    const all = rows.length + heads.length;
    const keys = {
      ArrowDown: () => down(far ? all : 1), ArrowUp: () => down(far ? -all : -1),
      ArrowRight: () => right(far ? all : 1), ArrowLeft: () => right(far ? -all : -1),
      PageDown: () => down(8), PageUp: () => down(-8),
      Home: () => right(-all), End: () => right(all),
      " ": () => event.target.click(),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });

  const element = (name, text, className) => {
    const made = document.createElement(name);
    if (text) made.textContent = text;
    if (className) made.className = className;
    return made;
  };
  const bar = (row, column) => {
    const head = element("div", "", "bar"), words = element("div"), close = element("button", "Close");
    const who = element("h2", rows[row].head.firstElementChild.textContent);
    who.id = "sheet-who";
    who.tabIndex = -1;
    words.append(who, element("div", heads[column].title, "soft"));
    const people = rows[row].head.title;
    if (people !== who.textContent) words.append(element("small", people));
    close.type = "button";
    close.addEventListener("click", () => sheet.close());
    head.append(words, close);
    return [head, who];
  };
  const open = (link) => {
    const [row, column] = where(link);
    place(row, column);
    const section = find(link.hash.slice(1)).cloneNode(true);
    section.removeAttribute("id");
    section.querySelector("h3").classList.add(link.parentElement.classList[0]);
    const [head, who] = bar(row, column);
    const parts = [head];
    if (link.dataset.marks) {
      const list = element("ul");
      for (const mark of link.dataset.marks.split(" ")) {
        const item = find("f" + mark).cloneNode(true);
        item.removeAttribute("id");
        item.querySelector("a")?.remove();
        list.append(item);
      }
      parts.push(element("h3", "Findings"), list);
    }
    parts.push(section);
    if (link.dataset.flow) {
      const text = link.dataset.flow.split(" ").map((number) => lines[number]).join("\n");
      const flow = element("pre", text);
      flow.tabIndex = 0;
      parts.push(
        element("h3", "Witness"), flow,
        element("p", "Passwords are masked. `flow explore --write DIR` writes flows that run.", "soft"));
    } else if (section.querySelector("ol")) {
      parts.push(element("h3", "Witness"), element("p", "No script can express this route.", "soft"));
    }
    sheet.replaceChildren(...parts);
    sheet.showModal();
    sheet.scrollTop = 0;
    who.focus();
  };
  table.addEventListener("click", (event) => {
    const link = event.target.closest("td > a");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    open(link);
  });
  sheet.addEventListener("click", (event) => {
    const box = sheet.getBoundingClientRect();
    if (event.target === sheet && event.clientX < box.left) sheet.close();
  });
  sheet.addEventListener("close", () => current && target(current).focus());

  // A cell is found by the words of its row, its column and its own.
  const lower = (text) => text.toLowerCase();
  const rowTexts = rows.map((item) => lower(item.head.textContent + " " + item.head.title));
  const columnTexts = heads.map((head) => lower(head.title));
  const cellTexts = rows.map((item) => item.cells.map((cell) => lower(cell.textContent)));
  const look = () => {
    const words = lower(query.value).split(/\s+/).filter(Boolean);
    const only = notable?.checked;
    const fits = (row, column) =>
      (!only || rows[row].cells[column].classList.contains("notable"))
      && words.every((word) => rowTexts[row].includes(word) || columnTexts[column].includes(word)
        || cellTexts[row][column].includes(word));
    const isRow = rows.map(() => false), isColumn = heads.map(() => false);
    rows.forEach((item, row) => item.cells.forEach((_, column) => {
      if (isRow[row] && isColumn[column] || !fits(row, column)) return;
      isRow[row] = isColumn[column] = true;
    }));
    rows.forEach((item, row) => {
      item.row.hidden = !isRow[row];
      item.cells.forEach((cell, column) => { cell.hidden = !isColumn[column]; });
    });
    heads.forEach((head, column) => { head.hidden = !isColumn[column]; });
    for (const span of spans) {
      const from = Number(span.dataset.from), count = Number(span.dataset.count);
      const seen = isColumn.slice(from, from + count).filter(Boolean).length;
      span.hidden = seen === 0;
      if (seen) span.colSpan = seen;
    }
    const seenRows = isRow.filter(Boolean).length, seenColumns = isColumn.filter(Boolean).length;
    shown.textContent = seenRows === rows.length && seenColumns === heads.length ? ""
      : seenRows === 0 ? (words.length ? "No cell has these words." : "No cell is marked.")
      : `${seenRows} of ${rows.length} rows, ${seenColumns} of ${heads.length} columns are shown.`;
    const first = isRow.indexOf(true);
    if (first >= 0) {
      const [row, column] = current ? where(current) : [first, isColumn.indexOf(true)];
      if (isRow[row] && isColumn[column]) place(row, column);
      else place(first, isColumn.indexOf(true));
    }
  };
  let waiting = 0;
  query.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(look, 80);
  });
  notable?.addEventListener("change", look);
  document.addEventListener("keydown", (event) => {
    const typing = event.target === query || sheet.open;
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      query.focus();
    } else if (event.key === "Escape" && event.target === query) {
      query.value = "";
      look();
    }
  });
  const reveal = () => {
    const cell = location.hash.startsWith("#c") && find(location.hash.slice(1));
    if (!cell) return;
    query.value = "";
    look();
    go(...where(cell));
  };
  addEventListener("hashchange", reveal);
  // The cell that the arrow keys reach must not lie below the heads.
  const measure = () => {
    const corner = table.querySelector(".corner").getBoundingClientRect();
    scroll.style.scrollPaddingLeft = `${corner.width + 6}px`;
    scroll.style.scrollPaddingTop = `${table.tHead.getBoundingClientRect().height + 4}px`;
  };
  addEventListener("resize", measure);
  find("small").addEventListener("change", measure);
  addEventListener("beforeprint", () => {
    for (const part of document.querySelectorAll(".answer details")) part.open = true;
  });
  look();
  measure();
  reveal();
})();
