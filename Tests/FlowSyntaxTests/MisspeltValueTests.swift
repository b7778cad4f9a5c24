import FlowDiagnostics
import FlowSyntax
import Testing

/// Misspelled words that make values.
@Suite struct MisspeltValueTests {
  @Test(
    "The next words distinguish a misspelled word of a value from a name",
    arguments: [
      ("inbx email", "inbox"), ("secrt X", "secret"), ("evn X", "env"), ("passky jane", "passkey"),
      ("fiel \"a\"", "file"), ("rnu \"a\"", "run"), ("askk \"a\"", "ask"),
      ("toptp KEY", "totp"), ("randm password", "random"),
      ("totp secrt KEY", "secret"),
    ])
  func value(text: String, word: String) throws {
    for script in ["on identify answer code = \(text)", "let x = \(text)"] {
      let diagnostics = Script.parse(SourceFile(name: "a.flow", text: script + "\n")).diagnostics
      #expect(diagnostics.count == 1, "\(diagnostics)")
      #expect(diagnostics.first?.kind == .wrongWord)
      #expect(diagnostics.first?.help?.contains("`\(word)`") == true, "\(diagnostics)")
    }
  }

  @Test(
    "A name before a word that belongs to something else stays a name",
    arguments: [
      "on identify answer code = secrt then submit", "on identify answer code = totp secrt sha256",
      "on identify answer code = totp secrt digits 8", "on identify answer code = secrt, x = inbx",
    ])
  func name(text: String) {
    #expect(Script.parse(SourceFile(name: "a.flow", text: text + "\n")).diagnostics.isEmpty)
  }
}
