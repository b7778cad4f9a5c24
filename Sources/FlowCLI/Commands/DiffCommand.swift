import FlowEngine
import FlowHTTP
import FlowHost
import FlowScript
import FlowText
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
  static let all = Flag("--all", "print every change in full")
  static let allow = Option(
    "--allow", "CLAIM|SETTING", repeats: true,
    "accept the routes that this claim allows, or a change of passwords.min-length")

  static let spec = CommandSpec(
    name: "diff", operands: "OLD NEW",
    summary: "compare two simulated orgs by the routes that they allow",
    details: [
      "Explores the orgs of two files, as every user of both orgs, and under every",
      "circumstance that either org distinguishes. Prints what has become weaker (it is enough to",
      "get in now, and wasn't before) and what has become stronger (it is no longer enough).",
      "Names, order and spelling of rules make no difference. Also prints the settings that limit",
      "users more or less than before, such as the length of passwords.",
      "",
      "The status is 1 if something is weaker, or if the answer isn't complete. --allow accepts",
      "changes: with a claim of the new file, it accepts every new route of the claim's users that",
      "meets `always` and `never` of the claim. With a setting, it accepts the change of this",
      "setting. With `detail`, it accepts every detail that only one org has.",
      "",
      "The text shows at most twelve changes of each app in full; --all prints all of them.",
      "--format json prints all changes as JSON, one object per line: a report of each app or group",
      "of apps, and then what isn't about a single app.",
    ],
    operandCount: 2...2,
    options: [
      format,
      all,
      allow,
      SharedOptions.app, SharedOptions.secrets, SharedOptions.root,
    ] + WalkArguments.limits,
    examples: [
      ("flow diff main/org.flow org.flow", "how a change affects who gets in"),
      ("flow diff old.flow new.flow --format markdown", "for the text of a pull request"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(UsageFault) {
      let (options, style) = try read(arguments, host)
      let choices = try choices(arguments, host)
      guard let old = try find(choices[0], options, host, style),
        let new = try find(choices[1], options, host, style)
      else { return .wrongScript }
      var watch = WalkWatch(options.walks, host)
      var memo = WalkMemo()
      let compared = try OrgComparison.compare(
        old, new, allowed: options.allowed, keepsAll: options.format.isMatrix, options.walks, host,
        &memo, &watch
      ) { report, gap in
        show(report, options, host, style)
        WalkWatch.warn(gap.map { [$0] } ?? [], host)
      }
      guard let compared else { return .interrupted }
      WalkWatch.warn(compared.gaps, host)
      tell(compared, options.format, host)
      return compared.isWeaker || !compared.isComplete ? .failed : .success
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }

  private static func show(
    _ report: DiffReport, _ options: Options, _ host: Host, _ style: Style
  ) {
    switch options.format {
    case .text:
      let shown = ChangeCauses.examples(of: report, showsAll: options.showsAll)
      host.output.print(report.text(style, showing: shown))
    case .markdown: host.output.write(report.markdown())
    case .json: host.output.writeLine(report.json)
    case .html: host.output.write(MatrixPage(report.matrix).text)
    case .svg: host.output.write(MatrixPicture(report.matrix).text)
    }
  }

  /// Prints which apps only one version has.
  private static func tell(_ compared: OrgComparison, _ format: Format, _ host: Host) {
    let (pairs, gaps, lines) = (compared.pairs, compared.gaps, compared.lines)
    guard !lines.isEmpty || !gaps.isEmpty else { return }
    switch format {
    case .text: for line in lines { host.output.print("\(line)\n") }
    case .markdown:
      for line in lines { host.output.write("- \(line)\n") }
      for gap in gaps { host.output.write("- not complete: \(DiffReport.cell(gap))\n") }
    case .json:
      host.output.writeLine(
        [
          "version": 1, "incomplete": .array(gaps.map { .string($0) }),
          "added-apps": .array(pairs.added.map { .string($0) }),
          "removed-apps": .array(pairs.removed.map { .string($0) }),
          "crossings": .array(compared.crossings.map { .string($0) }),
        ])
    case .html, .svg: break
    }
  }

  private static func choices(
    _ arguments: ParsedArguments, _ host: Host
  ) throws(UsageFault) -> [OrgChoice] {
    for path in arguments.operands where FileReader.isFolder(path) {
      throw UsageFault(
        message: "`\(path)` is a folder, and `flow diff` compares scripts",
        help: "`flow gate OLD NEW` compares two folders of `flow pull okta`")
    }
    return try OrgArguments.choices(named: arguments.operands, arguments, host)
  }

  private static func find(
    _ choice: OrgChoice, _ options: Options, _ host: Host, _ style: Style
  ) throws(UsageFault) -> OrgSource.Found? {
    var source = OrgSource(
      choice, for: (name: "flow diff", done: "compared"), host, style: style)
    return try source.find(app: options.format.isMatrix)
  }

  private struct Options {
    var format: Format
    var walks: WalkOptions
    var allowed: [String]
    var showsAll: Bool
  }

  private static func read(
    _ arguments: ParsedArguments, _ host: Host
  ) throws(UsageFault) -> (Options, Style) {
    (
      Options(
        format: try arguments.value(DiffCommand.format) ?? .text,
        walks: try WalkOptions(arguments), allowed: arguments.texts(DiffCommand.allow),
        showsAll: arguments.has(DiffCommand.all)),
      try ColorOption.style(host.output, arguments, host.environment)
    )
  }
}
