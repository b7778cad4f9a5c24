"""Checks how editors highlight a script with the files that `flow editor` writes.

    colours.py FLOW textmate|vim|nvim

reads the TextMate grammar with an external tokenizer, or has Vim or Neovim open a script with the
files of `flow editor vim`, and asserts the class of each word. Ends with 0 and the word `done`.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

SCRIPT = r'''# on identify # "x"
profile jane {
  identifier = "jane\n\(name) \u{41} # \" on"
  on challenge email once answer code? = inbox email then poll for 30s
}
flow "a" {
  use jane
  expect success and steps < 3 or not token.scope is "on"
  let on-x = totp secret A sha256
  let y = random digits 6
  otherwise stop
  say """
  long on \u{41}
  """
  choose true-name
}
'''

# A text, the text before it, its TextMate scope and its Vim group; `None` is plain text.
PLACES = [
    ("# on identify", "", "comment.line.number-sign", "flowComment"),
    ("profile", "", "keyword.declaration", "flowDeclaration"),
    ("jane", "profile ", "entity.name.type", "flowName"),
    ("identifier", "  ", "variable.other.member", "flowField"),
    ("jane", 'identifier = "', "string.quoted.double", "flowText"),
    (r"\n", "jane", "constant.character.escape", "flowEscape"),
    (r"\(name)", "", "variable.other.interpolated", "flowInterpolation"),
    (r"\u{41}", ") ", "constant.character.escape", "flowEscape"),
    (r"\"", "# ", "constant.character.escape", "flowEscape"),
    ("on", r'\" ', "string.quoted.double", "flowText"),
    ("on", "  ", "keyword.control.statement", "flowStatement"),
    ("challenge", "on ", "entity.name.function.step", "flowStep"),
    ("email", "challenge ", None, None),
    ("once", "", "keyword.other.clause", "flowClause"),
    ("answer", "", "support.function.action", "flowAction"),
    ("code", "answer ", "variable.other.member", "flowField"),
    ("inbox", "", "support.function.value", "flowValue"),
    ("poll", "then ", "support.function.action", "flowAction"),
    ("30s", "", "constant.numeric.duration", "flowDuration"),
    ("flow", "}\n", "keyword.declaration", "flowDeclaration"),
    ("use", "", "keyword.control.statement", "flowStatement"),
    ("success", "expect ", "constant.language.outcome", "flowConstant"),
    ("and", " ", "keyword.operator.logical", "flowLogic"),
    ("3", "< ", "constant.numeric", "flowNumber"),
    ("is", "scope ", "keyword.operator.word", "flowTest"),
    ("on-x", "let ", "entity.name.type", ("flowName", "flowField")),
    ("totp", "", "support.function.value", "flowValue"),
    ("sha256", "", "constant.language.algorithm", "flowConstant"),
    ("digits", "random ", "constant.language.random", "flowConstant"),
    ("long on", "  ", "string.quoted.triple", "flowText"),
    (r"\u{41}", "long on ", "constant.character.escape", "flowEscape"),
    ("true-name", "choose ", None, None),
]


def offset(text, before):
    return SCRIPT.index(before + text) + len(before)


def place(text, before):
    """The line and the column of a text, from 0."""
    start = SCRIPT[:offset(text, before)]
    return start.count("\n"), len(start) - (start.rfind("\n") + 1)


def check(kind, found):
    for (text, before, scope, group), drawn in zip(PLACES, found, strict=True):
        wanted = scope if kind == "textmate" else group
        if isinstance(wanted, tuple):
            is_right = drawn in wanted
        elif wanted is None:
            is_right = not drawn
        else:
            is_right = drawn == wanted
        assert is_right, f"{before!r} {text!r} is drawn as {drawn!r}, not as {wanted!r}"


def textmate(folder):
    import logging

    from textmate_grammar.parsers.base import LanguageParser

    logging.disable(logging.CRITICAL)
    grammar = json.loads((folder / "flow.tmLanguage.json").read_text())
    tokens = LanguageParser(grammar).parse_string(SCRIPT).flatten()
    drawn = {}
    for (line, column), text, scopes in tokens:
        scope = scopes[-1].removesuffix(".flow") if len(scopes) > 1 else ""
        for index in range(len(text)):
            drawn[line, column + index] = scope
    found = [drawn.get(place(text, before)) for text, before, _, _ in PLACES]
    check("textmate", found)


def vim(folder, program):
    script, output = folder / "a.flow", folder / "groups"
    script.write_text(SCRIPT)
    lines = [
        f"set runtimepath^={folder}", "filetype plugin on", "syntax on", f"edit {script}",
        "let groups = [&filetype, &commentstring]",
    ]
    for text, before, _, _ in PLACES:
        line, column = place(text, before)
        lines.append(
            f"call add(groups, synIDattr(synID({line + 1}, {column + 1}, 1), 'name'))")
    lines += [f"call writefile(groups, '{output}')", "qall!"]
    commands = folder / "look.vim"
    commands.write_text("\n".join(lines) + "\n")
    arguments = ["-u", "NONE", "-i", "NONE", "-n", "-es", "-S", str(commands)]
    subprocess.run(
        [program] + (["--headless"] if program == "nvim" else ["-N"]) + arguments,
        stdin=subprocess.DEVNULL, timeout=60, check=True)
    name, comments, *groups = output.read_text().splitlines()
    assert (name, comments) == ("flow", "# %s"), (name, comments)
    check("vim", groups)


def main():
    flow, kind = os.path.abspath(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory() as place:
        editor = "textmate" if kind == "textmate" else "vim"
        subprocess.run(
            [flow, "editor", editor, place], check=True, stdout=subprocess.DEVNULL, timeout=60)
        folder = pathlib.Path(place).resolve()
        textmate(folder) if kind == "textmate" else vim(folder, kind)
    print("done")


if __name__ == "__main__":
    main()
