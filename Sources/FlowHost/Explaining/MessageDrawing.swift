import FlowText
import FlowDiagnostics
import FlowEngine
import FlowSyntax
package import FlowTerminal
package import MobileIdPEngine

/// Draws the faults of a message below the message, in the format of problems of scripts.
///
/// Codes and states are masked.
package struct MessageDrawing {
  private let source: SourceFile
  /// The ranges of the masks, in the text and in the shown text.
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
    renderer = DiagnosticRenderer(isColoured: style.isColored)
  }

  /// Returns the hidden ranges: secret values, unknown values, an unread query, and a text that
  /// doesn't have the form of a message.
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

  /// Whether a text begins like a URL, or like a message without its `//`.
  private static func hasForm(_ bytes: [UInt8]) -> Bool {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let rest = bytes[(colon + 1)...]
    return ["//", "/oauth2/", "oauth2/"].contains { rest.starts(with: $0.utf8) }
  }

  /// Draws one finding.
  ///
  /// - Parameters:
  ///   - finding: The fault.
  ///   - isError: Whether the message is refused because of it.
  /// - Returns: Lines of text, each ended.
  package mutating func draw(_ finding: MessageInspection.Finding, isError: Bool) -> String {
    let range = SourceRange(
      UInt32(place(finding.range.lowerBound, isEnd: false)),
      UInt32(place(finding.range.upperBound, isEnd: true)))
    var diagnostic = Diagnostic(
      .settingValue(message: finding.message), at: Place(source, range),
      notes: MessageDrawing.notes(finding), severity: isError ? .error : .warning)
    diagnostic.help = MessageDrawing.help(finding)
    // Mistakes of scripts have a bracket with the id of their page; messages have rules instead.
    return renderer.render(diagnostic).replacing(
      "[\(ProblemKind.settingValue.id)]", with: "", maxReplacements: 1)
  }

  /// Returns the broken rule, and the profiles that accept the message anyway.
  private static func notes(_ finding: MessageInspection.Finding) -> [String] {
    let row = row(finding).map { "rule: \($0)" }
    switch finding.profiles {
    case []: return ["it is accepted anyway"] + [row].compactMap(\.self)
    case [.strict]: return ["`--profile ios` accepts it"] + [row].compactMap(\.self)
    default: return [row].compactMap(\.self)
    }
  }

  /// Returns the row of the client's table in `state-machines.md`: `P15`; `nil` for a fault of the form.
  package static func row(_ finding: MessageInspection.Finding) -> String? {
    finding.rule.hasPrefix("P") ? String(finding.rule.prefix { $0 != "," }) : nil
  }

  /// Returns the help for a finding: the nearest correct word, or else the known words.
  package static func help(_ finding: MessageInspection.Finding) -> String? {
    let nearest = finding.word.flatMap {
      Suggestion.nearest($0, among: finding.candidates).first
    }
    if let nearest { return "did you mean `\(nearest)`?" }
    if let help = finding.help { return help }
    guard finding.kind != nil, !finding.candidates.isEmpty else { return nil }
    return "there are \(finding.candidates.map { "`\($0)`" }.joined(separator: ", "))"
  }

  /// Returns the offset of a byte of the text in the shown text.
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
  /// Whether it is about an unknown command.
  ///
  /// The text there may be anything.
  fileprivate var isUnknownCommand: Bool {
    kind == .notMessage && word != nil
      && candidates == MessageCommand.allCases.map(\.rawValue)
  }
}
