import FlowExplorer
import FlowSimulator
import FlowSyntax

/// The ways through an org as flows: a file for each kind of people, a flow for each way.
struct RouteFiles {
  private let survey: OrgSurvey
  private let people: OrgPeople
  /// What the files import; `nil` where the org is built in.
  private let orgPath: String?

  init(_ survey: OrgSurvey, people: OrgPeople, orgPath: String?) {
    self.survey = survey
    self.people = people
    self.orgPath = orgPath
  }

  /// A way, and what tells it from the others of its kind.
  private struct Told: Hashable {
    var rule: String
    var sessionRule: String
    var way: [String]
  }

  /// The files, and how many ways no script can say.
  func files() -> (files: [MadeFile], unwritten: Int) {
    var unwritten = 0
    var names: Set<String> = []
    let files = survey.explorations.byKind.compactMap { kind, explorations -> MadeFile? in
      var told: Set<Told> = []
      var flows: [String] = []
      for exploration in explorations {
        for route in chosen(exploration) {
          let script = RouteScript(
            route, of: survey.org, as: people.values(of: kind.logins.first), now: survey.now)
          let way = words(route)
          let isNew = told.insert(
            Told(
              rule: survey.org.name(ofRule: route.ending.rule),
              sessionRule: survey.org.name(ofSessionRule: route.ending.sessionRule),
              way: way + [survey.words.outcome(route.ending)])
          ).inserted
          guard isNew else { continue }
          guard script.canBeWritten else {
            unwritten += 1
            continue
          }
          flows.append(
            script.flow(named: name(route, way), isBuiltIn: orgPath == nil))
        }
      }
      guard !flows.isEmpty else { return nil }
      return MadeFile(path: fileName(kind, &names), text: text(kind, flows))
    }
    return (files, unwritten)
  }

  /// The shortest ways in; of whoever has none what they are told.
  private func chosen(_ exploration: Exploration) -> [Route] {
    let ways = exploration.ways
    return ways.isEmpty ? exploration.routes.filter(\.isStraight).suffix(1) : ways
  }

  private func words(_ route: Route) -> [String] {
    survey.words.way(Walk(survey.org, route.start, now: survey.now).steps(of: route.way))
  }

  private func name(_ route: Route, _ way: [String]) -> String {
    let circumstances = survey.words.circumstances(route.start)
    let ending = route.ending.outcome == .signedIn ? "" : ": " + survey.words.outcome(route.ending)
    return RouteWords.told(way) + (circumstances.isEmpty ? "" : " (\(circumstances))") + ending
  }

  private func text(_ kind: WalkKind, _ flows: [String]) -> String {
    var text = "# How \(survey.words.people(kind)) may sign in, as the org's policies have it.\n"
    if let orgPath { text += "import \(TextLiteral.quoted(orgPath))\n" }
    text += "\n" + flows.joined(separator: "\n")
    let source = SourceFile(name: "route.flow", text: text)
    return source.formatted() ?? text
  }

  /// `ada-acme-test.flow`, with a number where another kind has the name.
  private func fileName(_ kind: WalkKind, _ names: inout Set<String>) -> String {
    let login = kind.logins.first ?? "sign-up"
    var name = ""
    for byte in login.lowercased().utf8 {
      let isPlain = (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
      if isPlain {
        name.unicodeScalars.append(Unicode.Scalar(byte))
      } else if !name.hasSuffix("-") {
        name += "-"
      }
    }
    let base = name
    var number = 2
    while !names.insert(name).inserted {
      name = "\(base)-\(number)"
      number += 1
    }
    return name + ".flow"
  }
}

extension MadeFiles {
  /// Flows that are to be written where no other files are in their way.
  init(routes files: [MadeFile], folder: String) throws(OrgSource.Failure) {
    self.init(files: files, folder: folder)
    if let fault = fault(help: "name another folder, or delete what `flow` has written there") {
      throw OrgSource.Failure(fault: fault, status: .usage)
    }
  }
}
