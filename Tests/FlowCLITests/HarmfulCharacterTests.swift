import FlowText
import FlowSyntax
import FlowHTTP
import Testing

@Suite("Characters that aren't shown raw")
struct HarmfulCharacterTests {
  @Test("Language and wire share one list, terminals show none of it, and JSON keeps the meaning")
  func lists() throws {
    var harmful = String.UnicodeScalarView()
    var different: [UInt32] = []
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isHarmful = DisplayText.isHarmful(scalar)
      if isHarmful != HarmfulCharacter.contains(value) { different.append(value) }
      if isHarmful { harmful.append(scalar) }
    }
    #expect(different == [] && harmful.count > 100)
    let text = String(harmful)
    #expect(
      !DisplayText.lines(text).unicodeScalars.contains { DisplayText.isHarmful($0) && $0 != "\n" })
    let written = JSON.string(text).bytes()
    #expect(written.allSatisfy { (0x20..<0x7F).contains($0) })
    #expect(try JSON(parsing: written) == .string(text))
  }

  @Test(
    "A generated script means the same, without them",
    arguments: [
      ("let a = \"\u{202E}\"", "let a = \"\\u{202e}\""), ("# \u{1B}[m\u{85}", "# ␛[m\u{FFFD}"),
      ("let a = \"\t\u{7F}\"\r\n# x\ty", "let a = \"\\u{9}\\u{7f}\"\n# x\ty"),
      ("let a = \"\"\"\n\tx\u{9B}\r\n\t\"\"\"", "let a = \"\"\"\n\tx\\u{9b}\n\t\"\"\""),
      ("\u{FEFF}let a = 1", "let a = 1"), ("let é = \"é\u{200D}\"", "let é = \"é\u{200D}\""),
    ])
  func escaped(script: String, safe: String) {
    #expect(GeneratedScript.escaped(script) == safe)
    #expect(GeneratedScript.escaped(safe) == safe)
  }

  @Test("A comment is one line")
  func comment() {
    #expect(GeneratedScript.comment("a\nflow x\r\u{2028}y") == "# a flow x \u{FFFD}y")
  }
}
