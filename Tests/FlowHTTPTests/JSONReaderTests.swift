import FlowHTTP
import Testing

/// The texts that RFC 8259 requires a reader to accept and refuse.
@Suite struct JSONReaderTests {
  @Test(
    "A text that the grammar allows is read to its value",
    arguments: [
      ("null", .null), ("true", true), ("false", false), ("0", 0), ("-1", -1), ("\"\"", ""),
      ("[]", []), ("{}", [:]), (" \t\r\n[ \t\r\n] \t\r\n", []), ("\n{\r}\t", [:]),
      ("[null]", [nil]), ("[1,2,3]", [1, 2, 3]), ("[ 1 , 2 ]", [1, 2]), ("[[]]", [[]]),
      ("[[],[[]],{}]", [[], [[]], [:]]), ("[true,false,null]", [true, false, nil]),
      ("{\"a\":1}", ["a": 1]), ("{ \"a\" : 1 , \"b\" : [ ] }", ["a": 1, "b": []]),
      ("{\"\":0}", ["": 0]), ("{\"a\":{\"b\":{\"c\":[{}]}}}", ["a": ["b": ["c": [[:]]]]]),
      ("{\"b\":1,\"a\":2}", ["b": 1, "a": 2]),
      ("{\"a\\u0062\":1}", ["ab": 1]), ("{\"\\u0000\":1}", ["\u{0}": 1]),
      ("[\"a\",\"b\"]", ["a", "b"]), ("\"a b\"", "a b"), ("\"'\"", "'"), ("\"/\"", "/"),
      ("\"\\/\"", "/"), ("\"\\\"\"", "\""), ("\"\\\\\"", "\\"),
      ("\"\\b\\f\\n\\r\\t\"", "\u{8}\u{C}\n\r\t"),
      ("\"\\\\n\"", "\\n"), ("\"\\\\\\\"\"", "\\\""), ("\"a\\\\b\"", "a\\b"),
      ("\"\\u0041\"", "A"), ("\"\\u00e9\"", "é"), ("\"\\u00E9\"", "é"), ("\"\\u20AC\"", "€"),
      ("\"\\uD834\\uDD1E\"", "𝄞"), ("\"\\ud834\\udd1e\"", "𝄞"),
      ("\"\\uDBFF\\uDFFF\"", "\u{10FFFF}"),
      ("\"\\uD800\\uDC00\"", "\u{10000}"), ("\"\\uFFFF\"", "\u{FFFF}"), ("\"\\uFEFF\"", "\u{FEFF}"),
      ("\"\\u0000\"", "\u{0}"), ("\"\\u001f\"", "\u{1F}"),
      ("\"\\u2028\\u2029\"", "\u{2028}\u{2029}"),
      ("\"é\"", "é"), ("\"€\"", "€"), ("\"😀\"", "😀"), ("\"e\u{301}\"", "e\u{301}"),
      ("\"\u{7F}\"", "\u{7F}"), ("\"\u{80}\"", "\u{80}"), ("\"\u{2028}\"", "\u{2028}"),
      ("\"\u{FFFE}\"", "\u{FFFE}"), ("\"\u{10FFFF}\"", "\u{10FFFF}"), ("\"\u{FEFF}\"", "\u{FEFF}"),
      ("\"aé\\nb€\\u0041\"", "aé\nb€A"), ("\"[{,:}]\"", "[{,:}]"), ("\"null\"", "null"),
      (
        "\"a longer text than a small string can hold\"",
        "a longer text than a small string can hold"
      ),
      ("\"a longer text, with an escape in it: \\\"\"", "a longer text, with an escape in it: \""),
    ] as [(String, JSON)])
  func accepted(text: String, value: JSON) throws {
    #expect(try JSON(parsing: Array(text.utf8)) == value)
  }

  @Test(
    "A name that an object repeats is refused, unless the caller asks for both members",
    arguments: [
      ("{\"a\":1,\"a\":2}", 7), ("{\"a\":1,\"b\":{},\"\\u0061\":1}", 14),
      ("[{\"\":{},\"\":[]}]", 8),
      ("{\"a\":{\"b\":{\"c\":1,\"d\":2,\"c\":1}}}", 23), ("{\"é\":1,\"e\u{301}\":2}", 8),
    ])
  func repeated(text: String, offset: Int) throws {
    let bytes = Array(text.utf8)
    let failure = #expect(throws: JSONFailure.self) { try JSON(parsing: bytes) }
    #expect(failure == JSONFailure(offset: offset, reason: .repeatedName))
    let limits = JSONLimits(depth: 8, size: 100, allowsRepeatedNames: true)
    #expect(try JSON(parsing: bytes, limits: limits).bytes().count <= bytes.count)
    let twice = try JSON(parsing: Array("{\"a\":1,\"a\":2}".utf8), limits: limits)
    #expect(twice == ["a": 1, "a": 2])
    #expect(twice["a"] == 2)
  }

  @Test("A repeated name is found among any number of members in the same time")
  func manyNames() throws {
    for count in [15, 16, 17, 40, 60_000] {
      let members = (0..<count).map { "\"n\($0)\":0" }
      let sound = try JSON(parsing: Array("{\(members.joined(separator: ","))}".utf8))
      #expect(sound.object?.members.count == count)
      for name in [0, count / 2, count - 1] {
        let text = "{\((members + ["\"n\(name)\":1"]).joined(separator: ","))}"
        let failure = #expect(throws: JSONFailure.self) { try JSON(parsing: Array(text.utf8)) }
        #expect(failure?.reason == .repeatedName)
      }
    }
  }

  @Test(
    "A number is exact: a double if the double is the same number, otherwise its own text",
    arguments: [
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("10", 10), ("-10", -10), ("100000", 100_000),
      ("9223372036854775808", .bigNumber("9223372036854775808")),
      ("-9223372036854775809", .bigNumber("-9223372036854775809")),
      ("123456789012345678901234567890", .bigNumber("123456789012345678901234567890")),
      ("100000000000000000000", .double(1e20)), ("-0", .double(-0.0)), ("0.0", .double(0)),
      ("-0.0", .double(-0.0)), ("0e5", .double(0)), ("0.5", .double(0.5)), ("-1.5", .double(-1.5)),
      ("1.0", .double(1)), ("1.50", .double(1.5)), ("1e2", .double(100)), ("1E2", .double(100)),
      ("1e+2", .double(100)), ("1e-2", .double(0.01)), ("1.5e3", .double(1_500)),
      ("0.1", .double(0.1)), ("123.456", .double(123.456)), ("1e308", .double(1e308)),
      ("5e-324", .double(.leastNonzeroMagnitude)),
      ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
      ("0.1000000000000000055511151231257827", .bigNumber("0.1000000000000000055511151231257827")),
      ("1e400", .bigNumber("1e400")), ("-1e400", .bigNumber("-1e400")),
      ("1e-400", .bigNumber("1e-400")),
      ("3e-324", .bigNumber("3e-324")), ("0e99999999999999999999", .double(0)),
      ("1e99999999999999999999", .bigNumber("1e99999999999999999999")),
      ("1e-99999999999999999999", .bigNumber("1e-99999999999999999999")),
      ("0.00000000000000000000000000001", .double(1e-29)),
      ("9007199254740993.0", .bigNumber("9007199254740993.0")),
    ] as [(String, JSON)])
  func numbers(text: String, value: JSON) throws {
    #expect(try JSON(parsing: Array(text.utf8)) == value)
    #expect(try JSON(parsing: Array(" [\(text)]".utf8)) == [value])
  }

  @Test(
    "A text that the grammar forbids is refused, with the location and the reason",
    arguments: [
      ("", 0, .unexpectedEnd), (" ", 1, .unexpectedEnd), ("\n", 1, .unexpectedEnd),
      ("[", 1, .unexpectedEnd), ("{", 1, .unexpectedEnd), ("[1", 2, .unexpectedEnd),
      ("[1,", 3, .unexpectedEnd), ("[\"a\"", 4, .unexpectedEnd), ("{\"a\"", 4, .unexpectedEnd),
      ("{\"a\":", 5, .unexpectedEnd), ("{\"a\":1", 6, .unexpectedEnd),
      ("{\"a\":1,", 7, .unexpectedEnd),
      ("\"", 1, .unexpectedEnd), ("\"a", 2, .unexpectedEnd), ("\"\\", 2, .unexpectedEnd),
      ("\"\\\"", 3, .unexpectedEnd), ("\"\\u", 3, .unexpectedEnd), ("\"\\u00", 5, .unexpectedEnd),
      ("\"\\n", 3, .unexpectedEnd), ("t", 1, .unexpectedEnd), ("nul", 3, .unexpectedEnd),
      ("-", 1, .unexpectedEnd), ("1.", 2, .unexpectedEnd), ("1e", 2, .unexpectedEnd),
      ("1e+", 3, .unexpectedEnd), ("[[[", 3, .unexpectedEnd),
      ("]", 0, .unexpectedByte), ("}", 0, .unexpectedByte), (",", 0, .unexpectedByte),
      (":", 0, .unexpectedByte), ("[,]", 1, .unexpectedByte), ("[1,]", 3, .unexpectedByte),
      ("[,1]", 1, .unexpectedByte), ("[1,,2]", 3, .unexpectedByte), ("[1 2]", 3, .unexpectedByte),
      ("[1:2]", 2, .unexpectedByte), ("[1}", 2, .unexpectedByte), ("{1:2}", 1, .unexpectedByte),
      ("{a:1}", 1, .unexpectedByte), ("{'a':1}", 1, .unexpectedByte),
      ("{\"a\"}", 4, .unexpectedByte),
      ("{\"a\",1}", 4, .unexpectedByte), ("{\"a\":}", 5, .unexpectedByte),
      ("{\"a\":1,}", 7, .unexpectedByte), ("{,\"a\":1}", 1, .unexpectedByte),
      ("{\"a\":1 \"b\":2}", 7, .unexpectedByte), ("{\"a\"::1}", 5, .unexpectedByte),
      ("{\"a\":1]", 6, .unexpectedByte), ("{null:1}", 1, .unexpectedByte),
      ("{[]:1}", 1, .unexpectedByte),
      ("True", 0, .unexpectedByte), ("NULL", 0, .unexpectedByte), ("nulL", 3, .unexpectedByte),
      ("trux", 3, .unexpectedByte), ("undefined", 0, .unexpectedByte), ("NaN", 0, .unexpectedByte),
      ("Infinity", 0, .unexpectedByte), ("'a'", 0, .unexpectedByte), ("a", 0, .unexpectedByte),
      ("#", 0, .unexpectedByte), ("// a\n1", 0, .unexpectedByte), ("/* a */ 1", 0, .unexpectedByte),
      ("[1]/", 3, .trailingContent), ("[1]// a", 3, .trailingContent), ("+1", 0, .unexpectedByte),
      (".5", 0, .unexpectedByte), ("[.5]", 1, .unexpectedByte), ("\u{0}", 0, .unexpectedByte),
      ("\u{B}1", 0, .unexpectedByte), ("\u{C}1", 0, .unexpectedByte),
      ("\u{A0}1", 0, .unexpectedByte),
      ("\u{2028}1", 0, .unexpectedByte), ("é", 0, .unexpectedByte), ("[é]", 1, .unexpectedByte),
      ("[\u{0}]", 1, .unexpectedByte), ("[\\u0031]", 1, .unexpectedByte),
      ("-Infinity", 1, .invalidNumber), ("-a", 1, .invalidNumber), ("--1", 1, .invalidNumber),
      ("-.5", 1, .invalidNumber), ("1.e2", 2, .invalidNumber), ("1.a", 2, .invalidNumber),
      ("1..2", 2, .invalidNumber), ("1ea", 2, .invalidNumber), ("1e 2", 2, .invalidNumber),
      ("1e+-2", 3, .invalidNumber), ("1ee2", 2, .invalidNumber), ("00", 0, .invalidNumber),
      ("01", 0, .invalidNumber), ("-01", 1, .invalidNumber), ("-00", 1, .invalidNumber),
      ("[012]", 1, .invalidNumber), ("01.5", 0, .invalidNumber),
      ("1 1", 2, .trailingContent), ("1a", 1, .trailingContent), ("1e2e3", 3, .trailingContent),
      ("0x10", 1, .trailingContent), ("1_000", 1, .trailingContent), ("1.5.2", 3, .trailingContent),
      ("1-2", 1, .trailingContent), ("1+2", 1, .trailingContent), ("１", 0, .unexpectedByte),
      ("1１", 1, .trailingContent), ("nullx", 4, .trailingContent), ("[]]", 2, .trailingContent),
      ("{}}", 2, .trailingContent), ("[][]", 2, .trailingContent), ("{}{}", 2, .trailingContent),
      ("\"a\"b", 3, .trailingContent), ("\"a\" \"b\"", 4, .trailingContent),
      ("1,", 1, .trailingContent),
      ("[1]\u{0}", 3, .trailingContent), ("[1],", 3, .trailingContent),
      ("null\u{A0}", 4, .trailingContent),
      ("\u{FEFF}1", 0, .byteOrderMark), ("\u{FEFF}", 0, .byteOrderMark),
      ("[]\u{FEFF}", 2, .trailingContent),
      (" \u{FEFF}1", 1, .unexpectedByte),
      ("\"\u{0}\"", 1, .controlCharacter), ("\"a\u{1F}\"", 2, .controlCharacter),
      ("\"\n\"", 1, .controlCharacter), ("\"\t\"", 1, .controlCharacter),
      ("\"\r\"", 1, .controlCharacter),
      ("\"\\n\n\"", 3, .controlCharacter), ("{\"a\n\":1}", 3, .controlCharacter),
      ("\"\\a\"", 2, .invalidEscape), ("\"\\v\"", 2, .invalidEscape),
      ("\"\\0\"", 2, .invalidEscape),
      ("\"\\'\"", 2, .invalidEscape), ("\"\\x41\"", 2, .invalidEscape),
      ("\"\\U0041\"", 2, .invalidEscape),
      ("\"\\\n\"", 2, .invalidEscape), ("\"\\é\"", 2, .invalidEscape),
      ("\"\\u004\"", 6, .invalidEscape),
      ("\"\\u00g0\"", 5, .invalidEscape), ("\"\\u{41}\"", 3, .invalidEscape),
      ("\"\\u+041\"", 3, .invalidEscape),
      ("\"\\u 041\"", 3, .invalidEscape), ("\"\\uＡ041\"", 3, .invalidEscape),
      ("\"\\uD800\"", 1, .loneSurrogate), ("\"\\uDC00\"", 1, .loneSurrogate),
      ("\"a\\uDFFF\"", 2, .loneSurrogate), ("\"\\uD800a\"", 1, .loneSurrogate),
      ("\"\\uD800\\n\"", 1, .loneSurrogate), ("\"\\uD800\\u0041\"", 1, .loneSurrogate),
      ("\"\\uD800\\uD800\"", 1, .loneSurrogate), ("\"\\uDC00\\uD800\"", 1, .loneSurrogate),
      ("\"\\uD800\\\"", 1, .loneSurrogate), ("{\"\\uD800\":1}", 2, .loneSurrogate),
      ("\"\\uD800\\u00g0\"", 11, .invalidEscape), ("\"\\uD800", 1, .loneSurrogate),
    ] as [(String, Int, JSONFailure.Reason)])
  func refused(text: String, offset: Int, reason: JSONFailure.Reason) {
    #expect(throws: JSONFailure(offset: offset, reason: reason)) {
      try JSON(parsing: Array(text.utf8))
    }
  }

  @Test(
    "A string that isn't UTF-8 is refused at its quote, escaped or not",
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80],
      [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
      [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80],
      [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ] as [[UInt8]])
  func notUTF8(bytes: [UInt8]) {
    let quote = UInt8(ascii: "\"")
    let failure = JSONFailure(offset: 1, reason: .invalidUTF8)
    #expect(throws: failure) { try JSON(parsing: Array("[".utf8) + [quote] + bytes + [quote]) }
    #expect(throws: failure) {
      try JSON(parsing: Array("[".utf8) + [quote] + Array("a\\n".utf8) + bytes + [quote])
    }
    #expect(throws: failure) {
      try JSON(parsing: Array("{".utf8) + [quote] + bytes + [quote] + Array(":1}".utf8))
    }
    #expect(throws: JSONFailure.self) { try JSON(parsing: bytes) }
  }

  @Test("A text in UTF-16 is refused")
  func utf16() {
    for text in [[0x5B, 0x00, 0x5D, 0x00], [0x00, 0x5B, 0x00, 0x5D], [0xFF, 0xFE, 0x5B, 0x00]] {
      #expect(throws: JSONFailure.self) { try JSON(parsing: text.map { UInt8($0) }) }
    }
  }

  @Test("A failure has the location and the reason, and quotes nothing of the text")
  func failureQuotesNothing() {
    let failure = #expect(throws: JSONFailure.self) {
      try JSON(parsing: Array("{\"password\":\"hunter2\n\"}".utf8))
    }
    #expect(failure?.description == "a control character in a string, not escaped (byte 20)")
  }
}
