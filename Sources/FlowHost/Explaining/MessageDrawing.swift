import FlowText
import FlowDiagnostics
import FlowEngine
import FlowSyntax
package import FlowTerminal
package import MobileIdPEngine

/// Draws the faults of a message below the message, like the problems of a script.
///
/// Codes and states in the message are masked.
package struct MessageDrawing {
  private let source: SourceFile
  /// The masked ranges, in the message and in the text that is shown.
  private let masks: [(text: Range<Int>, shown: Range<Int>)]
  private var renderer: DiagnosticRenderer

  package init(_ inspection: MessageInspection, style: Style) {
    let bytes = inspection.bytes
    var masks: [(text: Range<Int>, shown: Range<Int>)] = []
    var shown: [UInt8] = []
    var end = 0
    for range in MessageDrawing.hidden(inspection) {
      shown += bytes[end..<range.lowerBound]
      let start = shown.count
      shown += Array(Secret.mask.utf8)
      masks.append((range, start..<shown.count))
      end = range.upperBound
    }
    shown += bytes[end...]
    self.masks = masks
    source = SourceFile(name: inspection.isBundle ? "bundle" : "URL", bytes: shown)
    renderer = DiagnosticRenderer(isColored: style.isColored)
  }

  /// Returns the ranges to mask: secret and unknown values, a query that can't be read, and text
  /// that isn't a message.
  private static func hidden(_ inspection: MessageInspection) -> [Range<Int>] {
    let bytes = inspection.bytes
    var ranges = inspection.parameters
      .filter { ($0.known?.isSecret ?? true) && !$0.valueRange.isEmpty }.map(\.valueRange)
    func hide(_ start: Int?) {
      if let start, start < bytes.count { ranges.append(start..<bytes.count) }
    }
    if inspection.parameters.isEmpty {
      hide(bytes.firstIndex { "?=&".utf8.contains($0) }.map { $0 + 1 })
    } else if let last = inspection.parameters.last {
      hide(last.range.upperBound + 1)
    }
    if inspection.isBundle {
      for finding in inspection.findings where finding.isUnknownCommand {
        ranges.append(finding.range)
      }
    } else if !hasForm(bytes) {
      hide(0)
    }
    if !inspection.isBundle { hide(bytes.firstIndex(of: UInt8(ascii: "#")).map { $0 + 1 }) }
    var merged: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound < last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  /// Whether a text begins like a URL, or like a message whose `//` is missing.
  private static func hasForm(_ bytes: [UInt8]) -> Bool {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let rest = bytes[(colon + 1)...]
    return ["//", "/oauth2/", "oauth2/"].contains { rest.starts(with: $0.utf8) }
  }

  /// Draws one finding of an inspection.
  ///
  /// - Parameters:
  ///   - finding: The finding.
  ///   - isError: Whether the message is refused because of the finding.
  /// - Returns: Lines of text, each with a line break.
  package mutating func draw(_ finding: MessageInspection.Finding, isError: Bool) -> String {
    let range = SourceRange(
      UInt32(place(finding.range.lowerBound, isEnd: false)),
      UInt32(place(finding.range.upperBound, isEnd: true)))
    var diagnostic = Diagnostic(
      .settingValue(message: finding.message), at: Place(source, range),
      notes: MessageDrawing.notes(finding), severity: isError ? .error : .warning)
    diagnostic.help = MessageDrawing.help(finding)
    // A problem of a script shows its id in brackets. Messages show the broken rule instead.
    return renderer.render(diagnostic).replacing(
      "[\(ProblemKind.settingValue.id)]", with: "", maxReplacements: 1)
  }

  /// Returns notes about the broken rule, and about profiles that accept the message in spite of
  /// it.
  private static func notes(_ finding: MessageInspection.Finding) -> [String] {
    let row = row(finding).map { "rule: \($0)" }
    switch finding.profiles {
    case []: return ["it is accepted anyway"] + [row].compactMap(\.self)
    case [.strict]: return ["`--profile ios` accepts it"] + [row].compactMap(\.self)
    default: return [row].compactMap(\.self)
    }
  }

  /// Returns the row of the client's table in `state-machines.md`, such as `P15`; `nil` if
  /// there is none.
  package static func row(_ finding: MessageInspection.Finding) -> String? {
    finding.rule.hasPrefix("P") ? String(finding.rule.prefix { $0 != "," }) : nil
  }

  /// Returns the help for a finding: the nearest known word, or else all known words.
  package static func help(_ finding: MessageInspection.Finding) -> String? {
    let nearest = finding.word.flatMap {
      Suggestion.nearest($0, among: finding.candidates).first
    }
    if let nearest { return "did you mean `\(nearest)`?" }
    if let help = finding.help { return help }
    guard finding.kind != nil, !finding.candidates.isEmpty else { return nil }
    return "there are \(finding.candidates.map { "`\($0)`" }.joined(separator: ", "))"
  }

  /// Returns the position in the shown text for a position in the message.
  private func place(_ offset: Int, isEnd: Bool) -> Int {
    var shift = 0
    for mask in masks {
      if offset <= mask.text.lowerBound, !(isEnd && offset > mask.text.lowerBound) { break }
      if offset < mask.text.upperBound {
        return isEnd ? mask.shown.upperBound : mask.shown.lowerBound
      }
      shift = mask.shown.upperBound - mask.text.upperBound
    }
    return min(offset + shift, source.bytes.count)
  }
}

extension MessageInspection.Finding {
  /// Whether the finding is about an unknown command.
  ///
  /// The text at that position can be anything, even a secret.
  fileprivate var isUnknownCommand: Bool {
    kind == .notMessage && word != nil
      && candidates == MessageCommand.allCases.map(\.rawValue)
  }
}
