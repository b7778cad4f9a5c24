import FlowHost
import FlowInterpreter
import FlowTerminal
import FlowTestRunner
import FlowScript
import FlowText
import OktaSimulator
import FlowSyntax

/// Writes routes as flows: a file for each class of users, and a flow for each route.
struct RouteFiles {
  private let survey: OrgSurvey
  private let people: OrgPeople
  /// The path that the files import; `nil` if the org is built in.
  private let orgPath: String?
  private var pages: [Page]
  /// The routes that have been added, in order.
  private var routes: [Route] = []
  /// The flows with a `Detour`, for all users.
  private var detours: [String] = []
  /// The reason why flows are missing, in one sentence without a period; `nil` if none are missing.
  var gap: String?

  /// The flows of one class of users.
  private struct Page {
    var kind: WalkKind
    var told: Set<Told> = []
    var unsaid: Set<Told> = []
    var names: Set<String> = []
    var flows: [String] = []
  }

  /// The description of a route.
  ///
  /// The description distinguishes the routes of a class of users.
  private struct Told: Hashable {
    var rule: String
    var sessionRule: String
    var way: [String]
  }

  init(_ survey: OrgSurvey, people: OrgPeople, orgPath: String?) {
    self.survey = survey
    self.people = people
    self.orgPath = orgPath
    pages = survey.explorations.byKind.map { Page(kind: $0.kind) }
  }

  /// Returns the minimal routes on which users sign in.
  ///
  /// For users who can't sign in, returns the route to their refusal.
  static func ways(_ survey: OrgSurvey) -> [Route] {
    survey.explorations.flatMap { exploration in
      let ways = exploration.ways
      return ways.isEmpty ? exploration.routes.filter(\.isStraight).suffix(1) : ways
    }
  }

  /// Whether a script can express a route.
  func canWrite(_ route: Route) -> Bool { script(route).canBeWritten }

  private func script(
    _ route: Route, by detour: (kind: Detour, step: Int)? = nil
  ) -> RouteScript {
    RouteScript(
      route, of: survey.org, as: people.values(of: route.kind.logins.first), now: survey.now,
      by: detour)
  }

  /// Adds a route.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - isOwn: Whether to add the route even if a route of the same class has the same
  ///     description.
  /// - Returns: Whether the route was added.
  mutating func add(_ route: Route, isOwn: Bool = false) -> Bool {
    guard let page = pages.firstIndex(where: { $0.kind == route.kind }) else { return false }
    let way = survey.words.way(Walk(survey.org, route.start, now: survey.now).steps(of: route.way))
    let told = Told(
      rule: survey.org.name(ofRule: route.ending.rule),
      sessionRule: survey.org.name(ofSessionRule: route.ending.sessionRule),
      way: way + [survey.words.outcome(route.ending)])
    guard isOwn || !pages[page].told.contains(told) else { return false }
    let script = script(route)
    guard script.canBeWritten else {
      pages[page].unsaid.insert(told)
      return false
    }
    pages[page].told.insert(told)
    routes.append(route)
    let name = pages[page].names.unused(name(route, way))
    pages[page].flows.append(script.flow(named: name, isBuiltIn: orgPath == nil))
    return true
  }

  /// Adds a flow that takes a step that no flow has taken.
  ///
  /// - Parameters:
  ///   - transition: The step, and the page that offers it.
  ///   - goesOn: Called regularly. Returns whether to continue the search.
  /// - Returns: Whether a flow was added.
  mutating func add(_ transition: Transition, while goesOn: () -> Bool) -> Bool {
    let (page, way) = (transition.page, transition.way)
    for route in routes.sorted(by: { $0.way.count < $1.way.count }) {
      guard goesOn() else { return false }
      let script: RouteScript
      switch survey.explorer.wayOn(from: page, by: way, on: route) {
      case .detour(let detour, step: let step): script = self.script(route, by: (detour, step))
      case .act(let way):
        let found = survey.explorer.route(route.kind, route.start, by: way, while: goesOn)
        guard let own = found else { continue }
        script = self.script(own)
      case nil: continue
      }
      guard script.canBeWritten else { continue }
      detours.append(script.flow(named: "at \(page): \(way)", isBuiltIn: orgPath == nil))
      return true
    }
    return false
  }

  /// The number of routes that no script can express.
  var unsaid: Int { pages.reduce(0) { $0 + $1.unsaid.subtracting($1.told).count } }

  /// The files with the flows of the added routes.
  var files: [MadeFile] {
    var names: Set<String> = [RouteFiles.detourName]
    return pages.filter { !$0.flows.isEmpty }.map { page in
      MadeFile(
        path: names.unused(RouteFiles.fileName(page.kind), by: "-") + ".flow",
        text: text(
          "How \(survey.words.people(page.kind)) can sign in under the org's policies.",
          page.flows))
    }
  }

  private func name(_ route: Route, _ way: [String]) -> String {
    let circumstances = survey.words.circumstances(route.start)
    let ending = route.ending.outcome == .signedIn ? "" : ": " + survey.words.outcome(route.ending)
    return RouteWords.told(way) + (circumstances.isEmpty ? "" : " (\(circumstances))") + ending
  }

  /// The file with the flows that take a `Detour`; `nil` if there are none.
  var detourFile: MadeFile? {
    guard !detours.isEmpty else { return nil }
    return MadeFile(
      path: RouteFiles.detourName + ".flow",
      text: text("Other steps on the pages of the other flows.", detours))
  }

  /// The name of the file with the flows that take a `Detour`.
  ///
  /// No other file has this name.
  private static let detourName = "other-ways"

  private func text(_ head: String, _ flows: [String]) -> String {
    var text = GeneratedScript.comment(head) + "\n"
    if let gap { text += GeneratedScript.comment("Not complete: \(gap).") + "\n" }
    if let orgPath { text += "import \(TextLiteral.quoted(orgPath))\n" }
    return GeneratedScript.text(text + "\n" + flows.joined(separator: "\n"))
  }

  /// The maximum length of a file name in bytes, without a number and the extension.
  ///
  /// File systems allow 255 bytes in total.
  private static let fileNameMax = 100

  /// Returns the file name for a class of users, such as `ada-acme-test`.
  private static func fileName(_ kind: WalkKind) -> String {
    let login = kind.logins.first ?? "sign-up"
    var name = ""
    for byte in login.lowercased().utf8 where name.utf8.count < fileNameMax {
      let isPlain = (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
      if isPlain {
        name.unicodeScalars.append(Unicode.Scalar(byte))
      } else if !name.hasSuffix("-") {
        name += "-"
      }
    }
    // A file name that begins with a hyphen would be read as an option.
    let plain = name.drop { $0 == "-" }
    return plain.isEmpty ? "user" : String(plain)
  }
}

extension Set<String> {
  /// Inserts a name and returns it.
  ///
  /// If the set already contains the name, a number is added.
  fileprivate mutating func unused(_ base: String, by mark: String = " #") -> String {
    var name = base
    var number = 2
    while !insert(name).inserted {
      name = base + mark + "\(number)"
      number += 1
    }
    return name
  }
}

extension MadeFiles {
  /// Creates files with flows.
  ///
  /// Throws if other files already exist in their place.
  init(routes files: [MadeFile], folder: String) throws(UsageFault) {
    self.init(files: files, folder: folder)
    if let fault = fault(help: "name another folder, or delete what `flow` has written there") {
      throw fault
    }
  }

  /// Prints how to run the flows if they import an org from outside of their folder tree.
  func tellRoot(_ org: String?, _ host: Host) {
    guard let org, let first = files.first else { return }
    guard !ScriptTree.holds(org, root: ScriptTree.root(of: path(of: first))),
      let org = FileReader.realPath(org), let folder = FileReader.realPath(folder)
    else { return }
    let common = zip(org.split(separator: "/"), folder.split(separator: "/")).prefix { $0 == $1 }
    let root = "/" + common.map(\.0).joined(separator: "/")
    host.errors.print(
      "flow: the org is outside of their folder: `flow test \(folder) --root "
        + "\(root)` runs them\n")
  }
}
