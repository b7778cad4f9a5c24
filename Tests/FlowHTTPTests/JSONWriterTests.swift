import FlowHTTP
import Testing

@Suite struct JSONWriterTests {
  @Test(
    "A value is written compactly, its members in their order",
    arguments: [
      (.null, "null"), (true, "true"), (false, "false"), (0, "0"),
      (.integer(.min), "-9223372036854775808"),
      (.double(0.5), "0.5"), (.double(-0.0), "-0.0"), (.double(1e100), "1e+100"),
      (.bigNumber("1e400"), "1e400"), ("", "\"\""), ([], "[]"), ([:], "{}"),
      ([1, [2], [:]], "[1,[2],{}]"),
      (["b": 1, "a": ["c": nil]], "{\"b\":1,\"a\":{\"c\":null}}"),
      (["a": 1, "a": 2], "{\"a\":1,\"a\":2}"),
    ] as [(JSON, String)])
  func compact(value: JSON, text: String) {
    #expect(String(decoding: value.bytes(), as: UTF8.self) == text)
  }

  @Test(
    "A string is written with only the necessary escapes",
    arguments: [
      ("\"", "\\\""), ("\\", "\\\\"), ("/", "/"), ("\u{8}\u{C}\n\r\t", "\\b\\f\\n\\r\\t"),
      ("\u{0}\u{1F}", "\\u0000\\u001F"), ("\u{7F}", "\\u007F"), ("é€😀", "é€😀"),
      ("\u{2028}", "\\u2028"), ("a\u{202E}b", "a\\u202Eb"), ("\u{85}é", "\\u0085é"),
      ("\u{E0041}😀", "\\uDB40\\uDC41😀"), ("\u{200D}\u{A0}", "\u{200D}\u{A0}"),
      ("a long text with one \" in it", "a long text with one \\\" in it"), ("é\n€", "é\\n€"),
    ])
  func strings(text: String, escaped: String) {
    #expect(String(decoding: JSON.string(text).bytes(), as: UTF8.self) == "\"\(escaped)\"")
    let object: JSON = .object(JSONObject(members: [JSONObject.Member(text, 1)]))
    #expect(String(decoding: object.bytes(), as: UTF8.self) == "{\"\(escaped)\":1}")
  }

  @Test(
    "A double that JSON has no form for becomes null",
    arguments: [Double.nan, .infinity, -.infinity])
  func notFinite(number: Double) {
    #expect(JSON.array([.double(number)]).bytes() == Array("[null]".utf8))
  }
}
