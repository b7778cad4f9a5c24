import FlowEngine
import FlowHost
import FlowInterpreter
import FlowTerminal
import OktaSimulator
import PolicyExplorer

/// `flow diff`: compares two orgs by the routes that they allow.
enum DiffCommand {
  enum Format: String, CaseIterable {
    case text, markdown, json, html, svg

    /// Whether the format also shows what hasn't changed.
    var isMatrix: Bool { self == .html || self == .svg }
  }

  static let format = Option(
    "--format", "FORMAT", oneOf: Format.self, "text (default), markdown, json, html or svg")
  static let allow = Option(
    "--allow", "CLAIM|SETTING", repeats: true,
    "accept the routes that this claim allows, or a change of passwords.min-length")

  static let spec = CommandSpec(
    name: "diff", operands: "OLD NEW",
    summary: "compare two simulated orgs by the routes that they allow",
    details: [
      "Explores the orgs of two files, as every user that both orgs have, and under every",
      "circumstance that either org distinguishes. Prints what has become weaker (it is enough to",
      "get in now, and wasn't before) and what has become stronger (it is no longer enough).",
      "Names, order and spelling of rules make no difference. Also prints the settings that limit",
      "users more or less than before, such as the length of passwords.",
      "",
      "The status is 1 if something is weaker, or if the answer isn't complete. --allow accepts",
      "changes: with a claim of the new file, it accepts every new route of the claim's users that",
      "meets `always` and `never` of the claim. With a setting, it accepts the change of this",
      "setting.",
    ],
    operandCount: 2...2,
    options: [
      format,
      allow,
      SharedOptions.secrets, SharedOptions.root,
    ] + WalkArguments.limits,
    examples: [
      ("flow diff main/org.flow org.flow", "how a change affects who gets in"),
      ("flow diff old.flow new.flow --format markdown", "for the text of a pull request"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(UsageFault) {
      let (options, style) = try read(arguments, host)
      guard let old = try find(0, arguments, host, style),
        let new = try find(1, arguments, host, style)
      else { return .wrongScript }
      let settings = options.allowed.compactMap(SettingLimit.Name.init)
      let claims = try ClaimNames(
        options.allowed.filter { SettingLimit.Name(rawValue: $0) == nil }, in: new,
        now: host.clock.now)
      var watch = WalkWatch(options.walks, host)
      let diff = OrgDiff(
        old.org, new.org, now: host.clock.now, asked: claims.questions,
        statesMax: options.walks.states, keepsAll: options.format.isMatrix,
        while: { watch.goesOn() })
      watch.end()
      guard !Task.isCancelled else { return .interrupted }
      let gap = diff.gap(watch)
      let report = DiffReport(
        diff, old: old, new: new, now: host.clock.now, allowed: claims,
        allowedSettings: Set(settings), gap: gap)
      switch options.format {
      case .text: host.output.print(report.text(style))
      case .markdown: host.output.write(report.markdown)
      case .json: host.output.writeLine(report.json)
      case .html: host.output.write(MatrixPage(report.matrix).text)
      case .svg: host.output.write(MatrixPicture(report.matrix).text)
      }
      WalkWatch.warn(gap.map { [$0] } ?? [], host)
      return report.isWeaker || !diff.isComplete ? .failed : .success
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }

  private static func find(
    _ index: Int, _ arguments: ParsedArguments, _ host: Host, _ style: Style
  ) throws(UsageFault) -> OrgSource.Found? {
    let choice = try OrgArguments.choice(named: arguments.operands[index], arguments, host)
    var source = OrgSource(
      choice, for: (name: "flow diff", done: "compared"), host, style: style)
    return try source.find()
  }

  private struct Options {
    var format: Format
    var walks: WalkOptions
    var allowed: [String]
  }

  private static func read(
    _ arguments: ParsedArguments, _ host: Host
  ) throws(UsageFault) -> (Options, Style) {
    (
      Options(
        format: try arguments.value(DiffCommand.format) ?? .text,
        walks: try WalkOptions(arguments), allowed: arguments.texts(DiffCommand.allow)),
      try ColorOption.style(host.output, arguments, host.environment)
    )
  }
}
