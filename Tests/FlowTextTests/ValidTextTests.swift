import Testing

@testable import FlowText

@Suite struct ValidTextTests {
  /// Bytes at the borders of the table of well-formed sequences (Unicode 17, table 3-7).
  private static let bytes: [UInt8] = [
    0x00, 0x61, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBD, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xED, 0xEF,
    0xF0, 0xF4, 0xF5, 0xFF,
  ]

  @Test("Both ways to read UTF-8 accept the same bytes", arguments: bytes)
  func agree(first: UInt8) {
    var accepted = 0
    for second in ValidTextTests.bytes {
      for third in ValidTextTests.bytes {
        for fourth in ValidTextTests.bytes {
          let bytes = [first, second, third, fourth]
          let text = String(comparingUTF8: bytes)
          #expect(text == String(validUTF8: bytes), "\(bytes)")
          if text != nil { accepted += 1 }
        }
      }
    }
    let starts = first < 0x80 || (0xC2...0xF4).contains(first)
    #expect((accepted > 0) == starts)
  }

  @Test("A replacement character in the bytes is valid")
  func replacement() {
    #expect(String(comparingUTF8: Array("\u{FFFD}".utf8)) == "\u{FFFD}")
    #expect(String(comparingUTF8: [0xEF, 0xBF]) == nil)
    #expect(String(comparingUTF8: []) == "")
  }
}
