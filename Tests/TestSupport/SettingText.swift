import FlowDiagnostics
package import FlowEngine

/// Reads settings from text for tests: only the necessary part of the language's syntax.
package struct SettingText {
  private let bytes: [UInt8]
  private var index = 0

  package static func parse(_ text: String) -> [Setting] {
    var reader = SettingText(bytes: Array(text.utf8))
    return reader.settings()
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func settings() -> [Setting] {
    var settings: [Setting] = []
    while true {
      skip { $0 == 0x20 || $0 == 0x0A || $0 == UInt8(ascii: ";") }
      guard index < bytes.count, bytes[index] != UInt8(ascii: "}") else {
        index += 1
        return settings
      }
      settings.append(setting())
    }
  }

  private mutating func setting() -> Setting {
    let start = index
    let name = word()
    var setting = Setting(name, place: place(from: start))
    var terms: [SettingTerm] = []
    func closed(_ values: inout [[SettingTerm]]) {
      if !terms.isEmpty { values.append(terms) }
    }
    while index < bytes.count {
      skip { $0 == 0x20 }
      guard index < bytes.count else { break }
      switch bytes[index] {
      case 0x0A, UInt8(ascii: ";"), UInt8(ascii: "}"):
        closed(&setting.values)
        return setting
      case UInt8(ascii: "{"):
        index += 1
        closed(&setting.values)
        setting.block = settings()
        return setting
      case UInt8(ascii: ","):
        index += 1
        skip { $0 == 0x20 || $0 == 0x0A }
        closed(&setting.values)
        terms = []
      default: terms.append(term())
      }
    }
    closed(&setting.values)
    return setting
  }

  private mutating func term() -> SettingTerm {
    let start = index
    switch bytes[index] {
    case UInt8(ascii: "\""):
      index += 1
      let from = index
      skip { $0 != UInt8(ascii: "\"") }
      let text = String(decoding: bytes[from..<index], as: UTF8.self)
      index += 1
      return SettingTerm(.text(text), place: place(from: start))
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      skip { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
      let number = Double(String(decoding: bytes[start..<index], as: UTF8.self)) ?? 0
      let unit = word()
      let scale = ["s": 1.0, "m": 60, "h": 3600, "d": 86400, "ms": 0.001][unit]
      let kind: SettingTerm.Kind =
        scale.map { .duration(.seconds(number * $0)) } ?? .number(number)
      return SettingTerm(kind, place: place(from: start))
    case let byte where SettingText.isWord(byte):
      return SettingTerm(.word(word()), place: place(from: start))
    default:
      index += 1
      let mark = String(decoding: bytes[start..<index], as: UTF8.self)
      return SettingTerm(.mark(mark), place: place(from: start))
    }
  }

  private mutating func word() -> String {
    let start = index
    skip(SettingText.isWord)
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func skip(_ matches: (UInt8) -> Bool) {
    while index < bytes.count, matches(bytes[index]) { index += 1 }
  }

  private func place(from start: Int) -> SourceRange {
    SourceRange(UInt32(start), UInt32(index))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte) || (48...57).contains(byte)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
  }
}
