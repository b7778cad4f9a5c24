import FlowDiagnostics
import FlowEngine
import FlowHTTP
import FlowHost
import FlowInterpreter
import FlowSyntax
import FlowTerminal
import FlowText
import MobileIdPEngine

/// `flow idp decode`: shows the contents of a message, and its mistakes.
enum IdPDecode {
  typealias Fault = UsageFault

  static func run(
    _ bytes: [UInt8], _ arguments: ParsedArguments, _ host: Host
  ) throws(Fault) -> ExitStatus {
    let profile = try arguments.value(IdPCommand.profile) ?? .strict
    let style = try ColorOption.style(host.output, arguments, host.environment)
    let inspection =
      IdPInput.isBundle(bytes)
      ? MessageInspection(bundle: bytes) : MessageInspection(url: bytes)
    if arguments.has(SharedOptions.json) {
      let json = IdPText.json(inspection, inspection.findings, profile)
      host.output.writeLine(.object(json))
    } else {
      host.output.print(IdPText.page(inspection, style))
      host.output.print(
        IdPText.problems(inspection.findings, of: inspection, profile, style))
    }
    return inspection.isMessage(profile) ? .success : .wrongScript
  }
}

/// Formats a message as text and as JSON.
enum IdPText {
  /// Returns the description of a message and its parameters.
  static func page(_ inspection: MessageInspection, _ style: Style) -> TerminalText {
    var text: TerminalText = ""
    if let command = inspection.command {
      text += style("\(command.rawValue)", as: .bold) + ": \(command.meaning)\n"
    } else {
      text += style("this isn't a message", as: .bold) + "\n"
    }
    if let scheme = inspection.scheme { text += "  for the app of `\(scheme)`\n" }
    for profile in MessageProfile.allCases {
      let count = inspection.faults(profile).count
      let verdict =
        count == 0
        ? style("read", as: .good)
        : style("refused: \(count) mistake\(count == 1 ? "" : "s")", as: .bad)
      text += "  \(Columns.pad(profile.rawValue, 8))\(verdict)\n"
    }
    if !inspection.parameters.isEmpty { text += "\n" }
    for parameter in inspection.parameters {
      text += "  \(style("\(IdPCommand.shown(parameter.name))", as: .name)) = \(value(parameter))\n"
      guard let command = inspection.command, let known = parameter.known else { continue }
      text += "      \(known.meaning(in: command))\n"
    }
    return text
  }

  /// Returns all mistakes of a message, with the source lines below them.
  static func problems(
    _ findings: [MessageInspection.Finding], of inspection: MessageInspection,
    _ profile: MessageProfile, _ style: Style
  ) -> TerminalText {
    var drawing = MessageDrawing(inspection, style: style)
    let drawn = findings.map { drawing.draw($0, isError: $0.profiles.contains(profile)) }
    return TerminalText(trusted: drawn.map { "\n" + $0 }.joined())
  }

  private static func value(_ parameter: MessageInspection.Parameter) -> String {
    guard let value = parameter.value?.reveal() else { return "(can't be read)" }
    let length = "\(value.count) character\(value.count == 1 ? "" : "s")"
    guard let known = parameter.known, !known.isSecret else {
      return value.isEmpty ? "(empty)" : "\(Secret.mask) (\(length))"
    }
    if value.isEmpty { return "(empty)" }
    let shown = value
    switch known {
    case .codeChallenge:
      return IdPText.cut(shown) + " (\(length)\(CodeChallenge(value) == nil ? "" : ", base64url"))"
    case .scopes:
      let count = ScopeList(message: value)?.names.count ?? 0
      return IdPText.cut(shown) + (count > 1 ? " (\(count))" : "")
    default: return IdPText.cut(shown)
    }
  }

  /// Returns a value, cut to the length that is shown.
  private static func cut(_ text: String) -> String {
    text.count > 300 ? text.prefix(300) + "…" : text
  }

  // MARK: JSON

  static func json(
    _ inspection: MessageInspection, _ findings: [MessageInspection.Finding],
    _ profile: MessageProfile
  ) -> JSONObject {
    let command = inspection.command
    return [
      "command": command.map { .string($0.rawValue) } ?? .null,
      "scheme": inspection.scheme.map { .string($0.text) } ?? .null,
      "bundle": .bool(inspection.isBundle),
      "strict": .bool(inspection.isMessage(.strict)), "ios": .bool(inspection.isMessage(.ios)),
      "parameters": .array(inspection.parameters.map { json($0, command) }),
      "problems": .array(findings.map { json($0, profile) }),
    ]
  }

  private static func json(
    _ parameter: MessageInspection.Parameter, _ command: MessageCommand?
  ) -> JSON {
    let known = parameter.known
    let isHidden = known?.isSecret ?? true
    var object: JSONObject = [
      "name": .string(parameter.name), "parameter": known.map { .string($0.rawValue) } ?? .null,
      "value": isHidden ? .null : parameter.value.map { .string($0.reveal()) } ?? .null,
      "length": parameter.value.map { .integer($0.reveal().count) } ?? .null,
      "secret": .bool(isHidden),
    ]
    if let command, let known {
      object["meaning"] = .string(known.meaning(in: command))
    }
    return .object(object)
  }

  private static func json(
    _ finding: MessageInspection.Finding, _ profile: MessageProfile
  ) -> JSON {
    .object([
      "severity": .string(finding.profiles.contains(profile) ? "error" : "warning"),
      "message": .string(DisplayText.line(finding.message)),
      "help": MessageDrawing.help(finding).map { .string(DisplayText.line($0)) } ?? .null,
      "rule": MessageDrawing.row(finding).map { .string($0) } ?? .null,
      "parameter": finding.parameter.map { .string($0.rawValue) } ?? .null,
      "profiles": .array(
        MessageProfile.allCases.filter(finding.profiles.contains).map { .string($0.rawValue) }),
      "start": .integer(finding.range.lowerBound), "end": .integer(finding.range.upperBound),
    ])
  }
}
