// Parses scripts with the tree-sitter grammar that `flow editor tree-sitter` writes.
//
//   node grammar.js FLOW SCRIPT…
//
// evaluates `grammar.js` as `tree-sitter generate` does, asserts that its rules and queries name
// existing nodes, and recognizes each script with it (Earley's algorithm over the grammar's own
// tokens). Only `tree-sitter` itself can check that its table has no conflicts. Ends with 0 and the
// word `done`.

"use strict";

const assert = require("node:assert");
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const [flow, ...scripts] = process.argv.slice(2).map((it) => path.resolve(it));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "flow-"));

// The words that a grammar is written in (tree-sitter's `dsl.js`).

const rule = (it) =>
  typeof it === "string" ? { type: "string", text: it }
    : it instanceof RegExp ? { type: "pattern", pattern: it }
      : it;
const seq = (...parts) => ({ type: "seq", parts: parts.map(rule) });
const choice = (...parts) => ({ type: "choice", parts: parts.map(rule) });
const blank = { type: "seq", parts: [] };
const optional = (it) => choice(it, blank);
const repeat = (it) => ({ type: "repeat", part: rule(it) });
const token = (it) => ({ type: "token", part: rule(it), isImmediate: false });
token.immediate = (it) => ({ type: "token", part: rule(it), isImmediate: true });
const ranked = (rank, it) => ({ type: "prec", rank, part: rule(it) });
const prec = (rank, it) => ranked(rank, it);
prec.left = prec.right = (rank, it) => ranked(rank, it ?? rank);
const field = (name, it) => ({ type: "field", name, part: rule(it) });
const symbols = new Proxy({}, { get: (_, name) => ({ type: "symbol", name }) });
const made = [];
const grammar = (it) => made.push(it);

function read() {
  execFileSync(flow, ["editor", "tree-sitter", folder]);
  const text = fs.readFileSync(path.join(folder, "grammar.js"), "utf8");
  const words = { module: {}, grammar, seq, choice, optional, repeat, token, prec, field };
  new Function(...Object.keys(words), text)(...Object.values(words));
  const [source] = made;
  const rules = Object.fromEntries(
    Object.entries(source.rules).map(([name, body]) => [name, rule(body(symbols))]));
  return { rules, extras: source.extras(symbols).map(rule), word: source.word(symbols).name };
}

/** Every part of a rule. */
function* parts(it) {
  yield it;
  for (const part of it.parts ?? (it.part ? [it.part] : [])) yield* parts(part);
}

function checkNames({ rules, extras, word }) {
  const used = new Set(["source_file", word]);
  const fields = new Set();
  for (const it of [...Object.values(rules), ...extras]) {
    for (const part of parts(it)) {
      if (part.type === "symbol") used.add(part.name);
      if (part.type === "field") fields.add(part.name);
    }
  }
  assert.deepStrictEqual([...used].sort(), Object.keys(rules).sort());
  for (const name of fs.readdirSync(path.join(folder, "queries"))) {
    const query = fs.readFileSync(path.join(folder, "queries", name), "utf8")
      .replace(/"(\\.|[^"\\])*"/g, "").replace(/;.*/g, "");
    for (const [, node] of query.matchAll(/\(([a-z][a-z_]*)/g)) {
      assert(rules[node], `${name} draws \`${node}\`, which the grammar hasn't`);
    }
    for (const [, label] of query.matchAll(/([a-z_]+):/g)) {
      assert(fields.has(label), `${name} has the field \`${label}\`, which the grammar hasn't`);
    }
  }
}

// Tokens as regular expressions.

const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

function expression(it) {
  switch (it.type) {
    case "string": return escaped(it.text);
    case "pattern": return it.pattern.source;
    case "prec": return expression(it.part);
    case "choice": return `(?:${it.parts.map(expression).join("|")})`;
    case "seq": return it.parts.map(expression).join("");
    default: throw new Error(`no token has a ${it.type} in it`);
  }
}

const terminal = (it) => ({
  terminal: new RegExp(expression(it.type === "token" ? it.part : it), "uy"),
  isImmediate: it.isImmediate === true, text: it.type === "string" ? it.text : undefined,
});

/** The grammar's rules as productions: lists of symbols' names and of terminals. */
function productions(rules) {
  const table = {};
  let count = 0;
  const named = (bodies) => {
    const name = `:${++count}`;
    table[name] = bodies(name);
    return name;
  };
  const flat = (it) => {
    switch (it.type) {
      case "string": case "pattern": case "token": return [terminal(it)];
      case "symbol": return [it.name];
      case "prec": case "field": return flat(it.part);
      case "seq": return it.parts.flatMap(flat);
      case "choice": return [named(() => it.parts.map(flat))];
      case "repeat": return [named((name) => [[], [name, ...flat(it.part)]])];
      default: throw new Error(it.type);
    }
  };
  for (const [name, body] of Object.entries(rules)) table[name] = [flat(body)];
  return table;
}

class Recognizer {
  constructor({ rules, extras, word }) {
    this.table = productions(rules);
    this.extras = extras.map((it) => new RegExp(
      expression(it.type === "symbol" ? rules[it.name].part : it), "uy"));
    this.word = new RegExp(expression(rules[word]), "uy");
    this.nullable = new Set();
    for (let size = -1; size < this.nullable.size;) {
      size = this.nullable.size;
      for (const [name, bodies] of Object.entries(this.table)) {
        if (bodies.some((body) => body.every((it) => this.nullable.has(it)))) {
          this.nullable.add(name);
        }
      }
    }
  }

  match(pattern, text, start) {
    pattern.lastIndex = start;
    return pattern.exec(text)?.[0].length ?? 0;
  }

  skip(text, start) {
    for (let end = start; ;) {
      const length = Math.max(...this.extras.map((it) => this.match(it, text, end)));
      if (length === 0) return end;
      end += length;
    }
  }

  /** The end of a terminal that begins at a position; a word of the grammar is a whole word. */
  end(it, text, start, skipped) {
    const from = it.isImmediate ? start : skipped;
    const length = this.match(it.terminal, text, from);
    if (length === 0) return undefined;
    const word = it.text === undefined ? 0 : this.match(this.word, text, from);
    return word > length ? undefined : from + length;
  }

  /** Whether the grammar accepts a text, and the furthest position that it reaches. */
  read(text) {
    const sets = new Map([[0, new Map()]]);
    const add = (place, name, body, dot, origin) => {
      if (!sets.has(place)) sets.set(place, new Map());
      const key = `${name} ${body} ${dot} ${origin}`;
      const set = sets.get(place);
      if (!set.has(key)) set.set(key, { name, body, dot, origin });
    };
    add(0, "source_file", 0, 0, 0);
    let furthest = 0;
    for (let place = 0; place <= text.length; place += 1) {
      const set = sets.get(place);
      if (!set) continue;
      const skipped = this.skip(text, place);
      furthest = Math.max(furthest, skipped);
      for (const item of set.values()) {
        const next = this.table[item.name][item.body][item.dot];
        if (next === undefined) {
          if (item.name === "source_file" && skipped === text.length) {
            return { isWhole: true, furthest: skipped };
          }
          for (const other of sets.get(item.origin).values()) {
            if (this.table[other.name][other.body][other.dot] === item.name) {
              add(place, other.name, other.body, other.dot + 1, other.origin);
            }
          }
        } else if (typeof next === "string") {
          this.table[next].forEach((_, body) => add(place, next, body, 0, place));
          if (this.nullable.has(next)) {
            add(place, item.name, item.body, item.dot + 1, item.origin);
          }
        } else {
          const end = this.end(next, text, place, skipped);
          if (end !== undefined) add(end, item.name, item.body, item.dot + 1, item.origin);
        }
      }
    }
    return { isWhole: false, furthest };
  }
}

try {
  const source = read();
  checkNames(source);
  const recognizer = new Recognizer(source);
  for (const script of scripts) {
    const text = fs.readFileSync(script, "utf8");
    const { isWhole, furthest } = recognizer.read(text);
    const line = text.slice(0, furthest).split("\n").length;
    assert(isWhole, `${script}: the grammar ends in line ${line}`);
  }
  for (const wrong of ["flow \"a\" {", "}", "say \"a\n\"", "on \"\"\"a", "on )"]) {
    assert(!recognizer.read(wrong).isWhole, wrong);
  }
  console.log("done");
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
