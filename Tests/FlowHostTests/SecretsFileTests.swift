import FlowText
import FlowEngine
import Testing

@testable import FlowHost

@Suite("The file of --secrets")
struct SecretsFileTests {
  @Test(
    "A line gives a name its value",
    arguments: [
      ("A=b c", "b c"), (" A = b ", "b"), ("\u{FEFF}A=b\r\n", "b"), ("# c\n\nA=b#c", "b#c"),
      ("A=\" b \"", " b "), ("A=' b '", " b "), ("A=\"b'", "\"b'"), ("A='", "'"), ("A=", ""),
      ("A=b=c", "b=c"), ("A=b\u{2028}c", "b\u{2028}c"),
    ])
  func value(text: String, value: String) throws {
    #expect(try SecretsFile.read(Array(text.utf8)) == ["A": Secret(value)])
  }

  @Test(
    "An invalid line is reported by its number",
    arguments: [("A=b\nsecret", 2), ("=b", 1), ("\n\nA b=c", 3), ("A=b\nB=c\nA=d", 3)])
  func fault(text: String, line: Int) throws {
    let fault = #expect(throws: PlainFailure.self) {
      try SecretsFile.read(Array(text.utf8))
    }
    #expect(fault?.place == "line \(line)")
    #expect(fault?.message.contains("secret") == false)
  }
}
