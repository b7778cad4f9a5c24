import FlowDiagnostics
import FlowSyntax

/// Returns the texts of rules and their parts, without the values of answers.
///
/// A value may be a secret. And a rule whose value has changed is still the same rule.
enum SourceWords {
  /// The maximum length in bytes, which suits a report.
  static let textMax = 240

  /// Returns the text of a rule without values, such as
  /// `on challenge email answer code then submit`.
  static func text(of rule: Rule, in script: Script) -> String {
    let end = rule.actions.first?.range.start ?? rule.range.end
    let head = squeezed(SourceRange(rule.range.start, end), of: script.source)
    let actions = rule.actions.map { text(of: $0, in: script) }
    return limited(head + " " + actions.joined(separator: " then "))
  }

  private static func text(of action: Action, in script: Script) -> String {
    func field(_ name: Name, _ mayBeAbsent: Bool) -> String {
      script.text(name) + (mayBeAbsent ? "?" : "")
    }
    switch action {
    case .choose(let node): return text(of: node, in: script)
    case .answer(let node):
      let fields = node.fields.map { field($0.field, $0.mayBeAbsent) }
      return "answer " + fields.joined(separator: ", ")
    case .prompt(let node):
      let fields = node.fields.map { field($0.field, $0.mayBeAbsent) }
      return fields.isEmpty ? "prompt" : "prompt " + fields.joined(separator: ", ")
    case .meanwhile(let node): return "meanwhile " + script.text(node.event)
    case .expect: return "expect"
    case .say: return "say"
    case .fail: return "fail"
    case .poll, .wait, .plain: return squeezed(action.range, of: script.source)
    }
  }

  /// Returns the text of a `choose`, such as `choose email or phone via sms`.
  static func text(of choose: Choose, in script: Script) -> String {
    "choose " + choose.options.map { text(of: $0, in: script) }.joined(separator: " or ")
  }

  /// Returns the text of an option, such as `phone via sms`.
  static func text(of option: OptionPattern, in script: Script) -> String {
    let method = option.method.map { " via " + script.source.text($0.range) } ?? ""
    return script.source.text(option.name.range) + method
  }

  /// Returns a part of the source on one line, without comments and outer braces.
  ///
  /// Sequences of blanks become one space.
  static func squeezed(_ range: SourceRange, of source: SourceFile) -> String {
    var words: [UInt8] = []
    var isQuoted = false
    var isComment = false
    var isEscaped = false
    let end = min(Int(range.end), source.bytes.count)
    for byte in source.bytes[min(Int(range.start), end)..<end] {
      if isComment {
        isComment = byte != 0x0A
        continue
      }
      if !isQuoted, byte == UInt8(ascii: "#") {
        isComment = true
        continue
      }
      if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      let isSpace = byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
      guard isSpace else {
        words.append(byte)
        continue
      }
      if let last = words.last, last != 0x20 { words.append(0x20) }
    }
    while let last = words.last, last == 0x20 || last == UInt8(ascii: "{") { words.removeLast() }
    return limited(String(decoding: words, as: UTF8.self))
  }

  private static func limited(_ text: String) -> String {
    guard text.utf8.count > textMax else { return text }
    var kept = ""
    for scalar in text.unicodeScalars {
      guard kept.utf8.count < textMax else { break }
      kept.unicodeScalars.append(scalar)
    }
    return kept + "…"
  }
}
