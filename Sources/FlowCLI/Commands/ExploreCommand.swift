import FlowEngine
import FlowHost
import FlowInterpreter
import FlowTerminal
import FlowTestRunner
import GraphDrawing
import OktaSimulator
import PolicyExplorer

/// `flow explore`: lists the routes that a simulated org allows.
enum ExploreCommand {
  /// The output formats for the routes.
  enum Format: String, CaseIterable {
    case table, json, html, svg, mermaid, dot
  }

  static let format = Option(
    "--format", "FORMAT", oneOf: Format.self, "table (default), json, html, svg, mermaid or dot")
  static let user = Option("--user", "LOGIN", repeats: true, "explore only this user")
  static let all = Flag("--all", "list every outcome, with refusals and longer routes")
  static let given = Option(
    "--given", "PATH", repeats: true, "write few flows, only for what these flows don't cover"
  )

  static let spec = CommandSpec(
    name: "explore", operands: "[FILE [ORG]]",
    summary: "list every route that a simulated org allows, for each class of users",
    details: [
      "Explores the org of a file, or the built-in org. Users are in the same class if the org's",
      "policies make no difference between them. Tries the sign-in of each class:",
      "  - under every circumstance that the policies distinguish: zone, device, risk, platform,",
      "    an open session, and the time at which something expires",
      "  - with right and wrong answers",
      "  - with recovery, unlock and enrollment on the way",
      "",
      "Lists the minimal routes, each with the rule that decides. --all lists every outcome. Three",
      "things are never tried: to give up, to resend a code, and to follow the link of an email,",
      "which has the same result as its code.",
      "",
      "--format html makes a page, and --format svg a picture. Each shows the weakest route of",
      "each class of users under each circumstance.",
      "",
      "--write DIR writes a flow for each route, and runs these flows. It then prints how much of",
      "the org they cover (see `flow test --coverage`), and what no user can reach.",
      "",
      "The status is 1 if the answer isn't complete: the time or the memory was used up, or there",
      "were too many circumstances to combine.",
    ],
    operandCount: 0...2,
    options: [
      format,
      user,
      all,
      SharedOptions.write.described(as: "write a flow for each route"),
      given,
      SharedOptions.app, SharedOptions.secrets, SharedOptions.root,
    ] + WalkArguments.limits,
    examples: [
      ("flow explore", "the built-in org"),
      ("flow explore org.flow --user ada@acme.test", "how one user gets in"),
      ("flow explore org.flow acme --format html > routes.html", "a page for a reviewer"),
      ("flow explore org.flow --write more --given tests", "flows for what the tests don't cover"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(UsageFault) {
      let (options, format, output, errors) = try read(arguments, host)
      var source = OrgSource(
        options.org, for: (name: "flow explore", done: "explored"), host, style: errors)
      guard let found = try source.find(app: true) else { return .wrongScript }
      var explorer = options.walks.explorer(of: found.org, host)
      explorer.users = try options.users(of: found)
      explorer.notesPoints = options.folder != nil
      var watch = WalkWatch(options.walks, host)
      // The flows of `--given` are found first, because the explorations are useless without any.
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
        return survey.isWhole ? written : written.worse(.failed)
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
      // If the survey is incomplete, the route that the user looks for may be missing.
      return survey.isWhole ? .success : .failed
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

  /// Returns the test run with the flows of `--given`; `nil` if the option isn't given.
  private static func given(
    _ options: ExploreOptions, _ host: Host, until deadline: Duration
  ) async throws(UsageFault) -> CoverageRun? {
    guard !options.given.isEmpty else { return nil }
    let tests = try tests(
      options.given, root: options.org.root, secrets: options.org.secrets, host)
    return try await CoverageRun(tests, host, until: deadline)
  }

  /// Returns the options for a test run that uses the secrets of this command.
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
      try ExploreOptions(arguments, host),
      try arguments.value(ExploreCommand.format) ?? .table,
      output: try ColorOption.style(host.output, arguments, host.environment),
      errors: try ColorOption.style(host.errors, arguments, host.environment)
    )
  }
}
