import FlowDiagnostics
import FlowEngine
package import FlowHost
package import FlowTerminal
package import FlowTestRunner
import FlowInterpreter
import FlowSyntax
import FlowText
import SimulatorKit

/// Carries out `flow explore --write`: writes flows that cover everything reachable, and runs them.
///
/// The search for routes and the runs use the time that the explorations have left. If the time is
/// over, the flows written so far are complete, and their files state that others are missing.
package struct RouteWriting {
  /// Makes the options for running the tests in some files.
  ///
  /// The files may import files below the root folder.
  package typealias Tests =
    @Sendable (_ paths: [String], _ root: String?) throws(UsageFault) -> TestOptions

  private let survey: OrgSurvey
  private let found: OrgSource.Found
  private let options: ExploreOptions
  private let host: Host
  /// The reason why the explorations are incomplete; `nil` if they are complete.
  private let walkGap: String?
  /// The flows of `--given`, which haven't run yet; `nil` if there are none.
  private let given: CoverageRun?
  private let tests: Tests

  /// Prepares to write flows.
  ///
  /// - Parameters:
  ///   - survey: The explorations.
  ///   - found: The org.
  ///   - options: The options of the command.
  ///   - host: The host.
  ///   - walkGap: The reason why the explorations are incomplete; `nil` if they are complete.
  ///   - given: The flows of `--given`; `nil` if there are none.
  ///   - tests: Makes the options for running the flows.
  package init(
    survey: OrgSurvey, found: OrgSource.Found, options: ExploreOptions, host: Host,
    walkGap: String?, given: CoverageRun?, tests: @escaping Tests
  ) {
    self.survey = survey
    self.found = found
    self.options = options
    self.host = host
    self.walkGap = walkGap
    self.given = given
    self.tests = tests
  }

  /// Writes flows for all minimal routes on which users sign in.
  ///
  /// If `--given` names flows, writes only flows for events that the given flows don't cover.
  ///
  /// - Parameters:
  ///   - folder: The folder for the flows.
  ///   - watch: Ends the search when the time or the memory is used up, or when the user interrupts
  ///     it.
  /// - Returns: The exit status.
  /// - Throws: `UsageFault` if other files already exist in the folder.
  package func write(
    to folder: String, _ watch: inout WalkWatch
  ) async throws(UsageFault) -> ExitStatus {
    watch.beginRest()
    defer { watch.end() }
    var done = FlowCoverage()
    if var given {
      await given.run { watch.goesOn() }
      done.add(FlowCoverage(given, of: found))
    }
    let cover = RouteCover(survey.explorer, survey.explorations)
    var files = files(beyond: done, cover, folder, &watch)
    files.gap = walkGap ?? gap(watch)
    let routes = try MadeFiles(routes: files.files, folder: folder)
    var status = try await write(routes, &done, &watch)
    guard status == .success, !Task.isCancelled else { return status }
    // The further steps that pages offer are known only after the flows have run.
    for way in done.untaken { _ = files.add(way) { watch.goesOn() } }
    if let gap = gap(watch) { return end(files, routes, gap) }
    let detours = try MadeFiles(routes: files.detourFile.map { [$0] } ?? [], folder: folder)
    status = try await write(detours, &done, &watch)
    guard status == .success else { return status }
    if let gap = gap(watch) { return end(files, routes, gap) }
    if routes.files.isEmpty, detours.files.isEmpty { tell("nothing to write into \(folder)") }
    tellUnsaid(files)
    tell(cover, done)
    routes.tellRoot(options.org.file, host)
    return done.failed.isEmpty ? .success : .failed
  }

  /// Returns files with all routes that were found in time.
  private func files(
    beyond done: FlowCoverage, _ cover: RouteCover, _ folder: String, _ watch: inout WalkWatch
  ) -> RouteFiles {
    let orgPath = options.org.file.map { FilePath.relative($0, to: folder) }
    var files = RouteFiles(
      survey, people: OrgPeople(found.located, usedIn: folder), orgPath: orgPath)
    var covered = done.points
    let ways = RouteFiles.ways(survey)
    if given == nil {
      for route in ways {
        guard watch.goesOn() else { return files }
        if files.add(route) { covered.formUnion(cover.points(of: route)) }
      }
    }
    let more = cover.routes(
      beyond: &covered, among: given == nil ? [] : ways, where: files.canWrite
    ) { watch.goesOn() }
    for route in more { _ = files.add(route, isOwn: true) }
    return files
  }

  /// Writes files, and runs their flows.
  private func write(
    _ files: MadeFiles, _ done: inout FlowCoverage, _ watch: inout WalkWatch
  ) async throws(UsageFault) -> ExitStatus {
    guard !files.files.isEmpty else { return .success }
    watch.end()
    let status = files.write(host)
    guard status == .success, watch.goesOn() else { return status }
    done.add(try await run(files.paths, root: "/", &watch))
    return Task.isCancelled ? .interrupted : .success
  }

  private func run(
    _ paths: [String], root: String?, _ watch: inout WalkWatch
  ) async throws(UsageFault) -> FlowCoverage {
    var run = try await CoverageRun(tests(paths, root), host, until: watch.restEnd)
    await run.run { watch.goesOn() }
    return FlowCoverage(run, of: found)
  }

  // MARK: The time

  /// Returns why flows may be missing; `nil` if there was enough time.
  private func gap(_ watch: WalkWatch) -> String? {
    watch.spent.map {
      "the flows were not all found and run when the \($0.what); `\($0.option)` gives more"
    }
  }

  /// Ends without running all flows.
  ///
  /// The written files state the reason.
  private func end(_ files: RouteFiles, _ written: MadeFiles, _ gap: String) -> ExitStatus {
    WalkWatch.warn([gap], host)
    guard files.gap == nil else { return .failed }
    var files = files
    files.gap = gap
    let marked = MadeFiles(files: files.files, folder: written.folder)
    return marked.write(host, tellsPaths: false).worse(.failed)
  }

  // MARK: Reports

  private func tell(_ text: TerminalText) { host.errors.print("flow: \(text)\n") }

  /// Prints the number of routes that no script can express.
  private func tellUnsaid(_ files: RouteFiles) {
    guard files.unsaid > 0 else { return }
    let noun = files.unsaid == 1 ? "1 route has" : "\(files.unsaid) routes have"
    tell("\(noun) no flow: a script can't answer a passkey wrongly")
  }

  private func tell(_ cover: RouteCover, _ done: FlowCoverage) {
    for flow in done.failed.prefix(RouteWriting.namedMax) {
      tell("failed: \(flow)")
    }
    if done.failed.count > RouteWriting.namedMax {
      tell("… and \(done.failed.count - RouteWriting.namedMax) more")
    }
    let missing = cover.missing(from: done.points)
    let all = cover.reachable.count
    tell(
      "\(done.flows == 1 ? "1 flow covers" : "\(done.flows) flows cover") \(all - missing.count) of the \(all) things that users can make "
        + "the org do")
    list(missing, as: "no flow can be written for:")
    if !done.untaken.isEmpty {
      tell("no flow takes these steps, which lead back to the same page:")
      for way in done.untaken.prefix(RouteWriting.namedMax) {
        host.errors.print("  at \(way.page): \(way.way)\n")
      }
    }
    // This is known only if all users were explored in all circumstances.
    guard survey.isWhole, survey.explorer.users.isEmpty else { return }
    list(cover.unreachable, as: "no user of the org can reach:")
  }

  private static let namedMax = 20

  private func list(_ items: [OrgItem], as title: TerminalText) {
    guard !items.isEmpty else { return }
    tell(title)
    var lines = LineTables()
    let source = found.isBuiltIn ? nil : found.located.script.source
    for item in items {
      let place: TerminalText? = source.flatMap { source in
        item.place.map { " (\(source.name):\(lines.line(of: $0.start, in: source)))" }
      }
      host.errors.print("  \(item.title)\(place ?? "")\n")
    }
  }
}
