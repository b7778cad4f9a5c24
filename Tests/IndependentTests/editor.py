"""Drives `flow lsp` like an editor, with a client library that shares no code with it.

    editor.py FLOW

opens scripts in a temporary folder and asserts the answers: problems while typing,
completion, hover, definition, references, rename across files, formatting, code actions, lenses
and tokens; the library validates every message against the protocol's types. Ends with 0 and
the word `done` on success.
"""

import asyncio
import os
import pathlib
import sys
import tempfile

import pytest_lsp
from lsprotocol import types

PROFILES = """profile jane {
  identifier = "jane@example.com"
  password   = "hunter2-secret"
}
"""

SCRIPT = """import "people.flow"

org acme {
  authenticators password, email
  user "jane@example.com" { password secret JANE; status locked }
}

# Two of
# a kind
flow "signs in" {
  against acme
  use jane
  let mail = inbox email
  on identfy  answer identifier
  on challenge password answer passcode = password
  on challenge email   answer code = mail
  expect succes
}
"""


class Session:
    """A client with documents open."""

    def __init__(self, client, folder):
        self.client, self.folder = client, folder
        self.texts, self.versions = {}, {}

    def uri(self, name):
        return (self.folder / name).as_uri()

    def document(self, name):
        return types.TextDocumentIdentifier(self.uri(name))

    async def problems(self, name):
        """The next problems of a document."""
        for _ in range(10):
            await asyncio.wait_for(
                self.client.wait_for_notification("textDocument/publishDiagnostics"), 30)
            found = self.client.diagnostics.get(self.uri(name))
            if found is not None:
                return {(item.code, self.text_of(name, item.range)) for item in found}
        raise AssertionError("no problems were published")

    async def open(self, name, text):
        self.texts[name], self.versions[name] = text, 1
        self.client.diagnostics.pop(self.uri(name), None)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(
            types.TextDocumentItem(self.uri(name), "flow", 1, text)))
        return await self.problems(name)

    async def replace(self, name, old, new):
        """Types over a text that occurs once."""
        text = self.texts[name]
        start = text.index(old)
        change = types.TextDocumentContentChangePartial(
            range=types.Range(self.position(name, start), self.position(name, start + len(old))),
            text=new)
        self.texts[name] = text[:start] + new + text[start + len(old):]
        self.versions[name] += 1
        self.client.diagnostics.pop(self.uri(name), None)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(self.versions[name], self.uri(name)), [change]))
        return await self.problems(name)

    def position(self, name, offset):
        """The position of an offset, in UTF-16 as in the protocol."""
        before = self.texts[name][:offset]
        line = before.count("\n")
        return types.Position(
            line, len(before[before.rfind("\n") + 1:].encode("utf-16-le")) // 2)

    def offset(self, name, position):
        lines = self.texts[name].split("\n")
        units = lines[position.line].encode("utf-16-le")[:2 * position.character]
        return sum(len(line) + 1 for line in lines[:position.line]) + len(
            units.decode("utf-16-le"))

    def at(self, name, text, inside=0):
        return dict(
            text_document=self.document(name),
            position=self.position(name, self.texts[name].index(text) + inside))

    def whole(self, name):
        end = self.position(name, len(self.texts[name]))
        return types.Range(types.Position(0, 0), end)

    def text_of(self, name, place):
        return self.texts[name][
            self.offset(name, place.start):self.offset(name, place.end)]

    def edited(self, name, edits):
        text = self.texts[name]
        for edit in sorted(edits, key=lambda it: -self.offset(name, it.range.start)):
            start, end = (self.offset(name, it) for it in (edit.range.start, edit.range.end))
            text = text[:start] + edit.new_text + text[end:]
        return text

    async def words(self, name, text, inside):
        items = await self.client.text_document_completion_async(
            types.CompletionParams(**self.at(name, text, inside)))
        return {item.label for item in items}


def same(found, wanted):
    assert found == wanted, f"\nfound  {found}\nwanted {wanted}"


def subset(wanted, found, others=()):
    assert set(wanted) <= set(found), f"\nfound  {found}\nwanted {wanted}"
    assert not set(others) & set(found), f"\nfound  {found}\nnone of {others}"


async def mistakes(session):
    # The imported file's problem is shown at the import.
    imported = {("secret-literal", '"people.flow"')}
    same(
        await session.open("a.flow", SCRIPT),
        imported | {("unknown-step", "identfy"), ("unknown-fact", "succes")})
    actions = await session.client.text_document_code_action_async(types.CodeActionParams(
        session.document("a.flow"), session.whole("a.flow"), types.CodeActionContext([])))
    fixes = [it for it in actions if it.is_preferred and it.kind == "quickfix"]
    edits = [edit for it in fixes for edit in it.edit.changes[session.uri("a.flow")]]
    mended = session.edited("a.flow", edits)
    same(mended, SCRIPT.replace("identfy", "identify").replace("succes\n", "success\n"))
    await session.replace("a.flow", "identfy", "identify")
    same(await session.replace("a.flow", "succes\n", "success\n"), imported)


async def words(session):
    subset(
        {"identify", "challenge", "any"}, await session.words("a.flow", "on identify", 5),
        {"answer", "okta-verify"})
    subset({"jane"}, await session.words("a.flow", "use jane", 4), {"identify"})
    subset({"acme"}, await session.words("a.flow", "against acme", 8))
    subset({"mail", "inbox"}, await session.words("a.flow", "= mail", 2))
    subset({"user", "sign-on"}, await session.words("a.flow", "  authenticators", 4), {"flow"})
    subset({"locked"}, await session.words("a.flow", "status locked", 8), {"user"})


async def meanings(session):
    client = session.client
    hover = await client.text_document_hover_async(
        types.HoverParams(**session.at("a.flow", "identify", 2)))
    assert "a step" in hover.contents.value, hover
    same(session.text_of("a.flow", hover.range), "identify")
    for name, text in [("a.flow", "= password"), ("people.flow", "password ")]:
        hover = await client.text_document_hover_async(
            types.HoverParams(**session.at(name, text, 3)))
        assert "hunter2" not in hover.contents.value, hover
    found = await client.text_document_definition_async(
        types.DefinitionParams(**session.at("a.flow", "jane\n", 1)))
    same((found.uri, found.range.start.line), (session.uri("people.flow"), 0))
    uses = await client.text_document_references_async(types.ReferenceParams(
        context=types.ReferenceContext(True), **session.at("people.flow", "jane", 1)))
    same(sorted(it.uri for it in uses), [session.uri("a.flow"), session.uri("people.flow")])


async def renaming(session):
    client = session.client
    place = await client.text_document_prepare_rename_async(
        types.PrepareRenameParams(**session.at("a.flow", "= mail", 3)))
    same(place.placeholder, "mail")
    edit = await client.text_document_rename_async(
        types.RenameParams(new_name="post", **session.at("a.flow", "= mail", 3)))
    same(
        session.edited("a.flow", edit.changes[session.uri("a.flow")]),
        session.texts["a.flow"].replace("let mail", "let post").replace("= mail", "= post"))
    edit = await client.text_document_rename_async(
        types.RenameParams(new_name="joe", **session.at("a.flow", "use jane", 5)))
    for name, old, new in [
        ("a.flow", "use jane", "use joe"), ("people.flow", "profile jane", "profile joe")
    ]:
        same(
            session.edited(name, edit.changes[session.uri(name)]),
            session.texts[name].replace(old, new))
    try:
        await client.text_document_rename_async(
            types.RenameParams(new_name="x", **session.at("a.flow", "identify", 1)))
    except Exception as error:
        assert "nothing here" in str(error), error
    else:
        raise AssertionError("an engine's word was renamed")


async def drawing(session):
    client, document = session.client, session.document("a.flow")
    options = types.FormattingOptions(2, True)
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(document, options))
    formatted = session.edited("a.flow", edits)
    assert "on identify           answer identifier\n" in formatted, formatted
    assert "on challenge email    answer code = mail\n" in formatted, formatted
    line = session.position("a.flow", session.texts["a.flow"].index("on challenge email"))
    one = types.Range(types.Position(line.line, 0), types.Position(line.line, 5))
    edits = await client.text_document_range_formatting_async(
        types.DocumentRangeFormattingParams(document, one, options))
    edited = session.edited("a.flow", edits)
    assert "on challenge email    answer code = mail\n" in edited, edited
    assert "on identify  answer identifier\n" in edited, edited
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(document))
    same([it.name for it in symbols], ["people.flow", "acme", "signs in"])
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(document))
    subset([(7, 8, "comment")], [(it.start_line, it.end_line, it.kind) for it in folds])
    tokens = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(document))
    assert tokens.data and len(tokens.data) % 5 == 0
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(document))
    same(
        [(it.command.command, list(it.command.arguments)) for it in lenses],
        [("flow.run", [session.uri("a.flow"), "signs in"])])


async def secrets(session):
    problems = await session.open("people.flow", PROFILES)
    subset({("secret-literal", '"hunter2-secret"')}, problems)
    actions = await session.client.text_document_code_action_async(types.CodeActionParams(
        session.document("people.flow"), session.whole("people.flow"),
        types.CodeActionContext([])))
    edits = [
        edit for it in actions if it.is_preferred
        for edit in it.edit.changes[session.uri("people.flow")]]
    same(
        session.edited("people.flow", edits),
        PROFILES.replace('"hunter2-secret"', "secret JANE_PASSWORD"))


async def main(flow, folder):
    client = pytest_lsp.make_test_lsp_client()
    await client.start_io(flow, "lsp")
    answer = await client.initialize_session(types.InitializeParams(
        capabilities=pytest_lsp.client_capabilities("visual-studio-code"),
        root_uri=folder.as_uri(),
        workspace_folders=[types.WorkspaceFolder(folder.as_uri(), "scripts")]))
    same(answer.server_info.name, "flow")
    (folder / "people.flow").write_text(PROFILES)
    (folder / "a.flow").write_text(SCRIPT)
    session = Session(client, folder)
    await secrets(session)
    for part in (mistakes, words, meanings, renaming, drawing):
        await asyncio.wait_for(part(session), 60)
    same(client.log_messages, [])
    process = client._server
    await asyncio.wait_for(client.shutdown_session(), 30)
    same(process.returncode, 0)
    await client.stop()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        asyncio.run(main(os.path.abspath(sys.argv[1]), pathlib.Path(place).resolve()))
    print("done")
