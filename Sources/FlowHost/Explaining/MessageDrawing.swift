import FlowText
import FlowDiagnostics
import FlowEngine
import FlowSyntax
package import FlowTerminal
package import MobileIdPEngine

/// Draws what is wrong with a message under the message, as problems of scripts are drawn, with its
/// codes and states masked.
package struct MessageDrawing {
  private let source: SourceFile
  /// Where the masks are: in the text, and in what is shown.
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

  /// What is not shown: the values that are secrets, those of which nobody knows what they are, all
  /// of a query that isn't read, and all of a text that has not even the form of a message.
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

  /// Whether a text begins as a URL does, or as a message whose `//` is missing.
  private static func hasForm(_ bytes: [UInt8]) -> Bool {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let rest = bytes[(colon + 1)...]
    return ["//", "/oauth2/", "oauth2/"].contains { rest.starts(with: $0.utf8) }
  }

  /// Draws one finding.
  ///
  /// - Parameters:
  ///   - finding: what is wrong.
  ///   - isError: whether the message is refused for it.
  /// - Returns: lines of text, the last one ended.
  package mutating func draw(_ finding: MessageInspection.Finding, isError: Bool) -> String {
    let range = SourceRange(
      UInt32(place(finding.range.lowerBound, isEnd: false)),
      UInt32(place(finding.range.upperBound, isEnd: true)))
    var diagnostic = Diagnostic(
      .settingValue(message: finding.message), at: Place(source, range),
      notes: MessageDrawing.notes(finding), severity: isError ? .error : .warning)
    diagnostic.help = MessageDrawing.help(finding)
    // The mark names a page on mistakes of scripts; messages have rules instead.
    return renderer.render(diagnostic).replacing(
      "[\(ProblemKind.settingValue.id)]", with: "", maxReplacements: 1)
  }

  /// The row of the client's table that goes by it, and which profiles read it all the same.
  private static func notes(_ finding: MessageInspection.Finding) -> [String] {
    let row = row(finding).map { "rule: \($0)" }
    switch finding.profiles {
    case []: return ["it is read all the same"] + [row].compactMap(\.self)
    case [.strict]: return ["`--profile ios` reads it"] + [row].compactMap(\.self)
    default: return [row].compactMap(\.self)
    }
  }

  /// The row of the client's table in `Grammar.md`: `P15`; `nil` for what is wrong with a form.
  package static func row(_ finding: MessageInspection.Finding) -> String? {
    finding.rule.hasPrefix("P") ? String(finding.rule.prefix { $0 != "," }) : nil
  }

  /// What to do about a finding: the nearest right word, or else what is known of it.
  package static func help(_ finding: MessageInspection.Finding) -> String? {
    let nearest = finding.word.flatMap {
      Suggestion.nearest($0, among: finding.candidates).first
    }
    if let nearest { return "did you mean `\(nearest)`?" }
    if let help = finding.help { return help }
    guard finding.kind != nil, !finding.candidates.isEmpty else { return nil }
    return "there are \(finding.candidates.map { "`\($0)`" }.joined(separator: ", "))"
  }

  /// Where a byte of the text stands in what is shown.
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
  /// Whether it is about a command that no message has: the text there may be anything.
  fileprivate var isUnknownCommand: Bool {
    kind == .notMessage && word != nil
      && candidates == MessageCommand.allCases.map(\.rawValue)
  }
}
