import FlowEngine
import FlowHost
import FlowInterpreter
import FlowTerminal
import FlowTestRunner
import GraphDrawing
import OktaSimulator
import PolicyExplorer

/// `flow explore`: every route that a simulated org allows.
enum ExploreCommand {
  /// In which form the routes are told.
  enum Format: String, CaseIterable {
    case table, json, html, svg, mermaid, dot
  }

  static let format = Option(
    "--format", "FORMAT", oneOf: Format.self, "table (default), json, html, svg, mermaid or dot")
  static let user = Option("--user", "LOGIN", repeats: true, "this person alone, or these")
  static let all = Flag("--all", "every ending, refusals and longer ways included")
  static let given = Option(
    "--given", "PATH", repeats: true, "write only what these flows don't cover, in as few as can be"
  )

  static let spec = CommandSpec(
    name: "explore", operands: "[FILE [ORG]]",
    summary: "list every route that a simulated org allows, for each kind of person",
    details: [
      "Walks the org of a file, or the built-in one, as every kind of person in it: people who",
      "differ in nothing that its policies look at are one kind. Each is walked from everywhere",
      "and with everything that the policies tell apart (zone, device, risk, platform, an open",
      "session, the time at which something runs out), with right answers and with wrong ones,",
      "through recovery, unlock and what is enrolled on the way.",
      "",
      "Told are the ways in that take no more than they have to, and the rule that decides;",
      "--all tells every ending. What is left out: giving up, having a code sent again, and the",
      "link of a mail, which stands for its code.",
      "",
      "--format html is a page, and svg a picture, of the weakest way in of each kind of person",
      "under each circumstance.",
      "",
      "--write runs what it has written, and says what of the org the flows cover (see `flow test",
      "--coverage`), and what nobody can get as far as.",
      "",
      "Ends with 1 if the answer isn't complete: the time or the memory was used up, or there were",
      "too many circumstances to combine.",
    ],
    operandCount: 0...2,
    options: [
      format,
      user,
      all,
      SharedOptions.write.described(as: "write a flow for each way, which goes it"),
      given,
      SharedOptions.secrets, SharedOptions.root,
    ] + WalkArguments.limits,
    examples: [
      ("flow explore", "the built-in org"),
      ("flow explore org.flow --user ada@acme.test", "how one person gets in"),
      ("flow explore org.flow acme --format html > routes.html", "a page for a reviewer"),
      ("flow explore org.flow --write more --given tests", "flows for what the tests leave out"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(UsageFault) {
      let (options, format, output, errors) = try read(arguments, host)
      var source = OrgSource(
        options.org, for: (name: "flow explore", done: "explored"), host, style: errors)
      guard let found = try source.find() else { return .wrongScript }
      var explorer = options.walks.explorer(of: found.org, host)
      explorer.users = try options.users(of: found)
      explorer.notesPoints = options.folder != nil
      var watch = WalkWatch(options.walks, host)
      // They are found before the walks, which are of no use if there are none.
      let given = try await given(options, host, until: watch.restEnd)
      let survey = OrgSurvey(explorer, &watch)
      guard !Task.isCancelled else { return .interrupted }
      let gap = survey.gap(watch)
      WalkWatch.warn(gap.map { [$0] } ?? [], host)
      if let folder = options.folder {
        let written = try await RouteWriting(
          survey: survey, found: found, options: options, host: host, walkGap: gap,
          given: given
        ) { paths, root throws(UsageFault) in
          try tests(paths, root: root, secrets: options.org.secrets, host)
        }.write(to: folder, &watch)
        return survey.isComplete ? written : written.worse(.failed)
      }
      switch format {
      case .table:
        RouteTable(survey, style: output, isWhole: options.isWhole).write(to: host.output)
      case .json: RouteJSON(survey, gap: gap).write(to: host.output)
      case .mermaid: host.output.write(GraphText.mermaid(RouteGraph(survey, gap: gap).graph))
      case .dot: host.output.write(GraphText.dot(RouteGraph(survey, gap: gap).graph))
      case .html: host.output.write(MatrixPage(matrix(survey, found, gap)).text)
      case .svg: host.output.write(MatrixPicture(matrix(survey, found, gap)).text)
      }
      // What was left out may be the route that somebody looks for.
      return survey.isComplete ? .success : .failed
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }

  private static func matrix(
    _ survey: OrgSurvey, _ found: OrgSource.Found, _ gap: String?
  ) -> Matrix {
    Matrix(survey, of: found, gaps: gap.map { [$0] } ?? [])
  }

  /// The flows of `--given`; `nil` if the option isn't there.
  private static func given(
    _ options: ExploreOptions, _ host: Host, until deadline: Duration
  ) async throws(UsageFault) -> CoverageRun? {
    guard !options.given.isEmpty else { return nil }
    let tests = try tests(
      options.given, root: options.org.root, secrets: options.org.secrets, host)
    return try await CoverageRun(tests, host, until: deadline)
  }

  /// The options of a test run with the secrets of this command.
  private static func tests(
    _ paths: [String], root: String?, secrets: [String: Secret], _ host: Host
  ) throws(UsageFault) -> TestOptions {
    let words = root.map { [SharedOptions.root.spec.name, $0] } ?? []
    var options = try TestOptions(
      ParsedArguments(words + ["--"] + paths, for: TestCommand.spec), host)
    options.run.secrets = secrets
    return options
  }

  private static func read(
    _ arguments: ParsedArguments, _ host: Host
  ) throws(UsageFault) -> (ExploreOptions, Format, output: Style, errors: Style) {
    (
      try ExploreOptions(arguments),
      try arguments.value(ExploreCommand.format) ?? .table,
      output: try ColorOption.style(host.output, arguments, host.environment),
      errors: try ColorOption.style(host.errors, arguments, host.environment)
    )
  }
}
