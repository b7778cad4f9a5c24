import CommandSupport
import FlowAuthenticators
import FlowDiagnostics
import FlowEngine
import FlowHost
import FlowInterpreter
import FlowSimulation
import FlowSyntax
import OktaSimulator
import Testing

@testable import PolicyExplorer

/// An org that a test defines, and its matrix.
struct MatrixOrg {
  let org: OktaSimulator.Org
  let people: OrgPeople
  var states = Explorer.statesUsual
  static let now = Duration.seconds(1_800_000_000)

  /// Makes an org.
  ///
  /// - Parameters:
  ///   - name: The name of the org.
  ///   - text: The text of its script.
  /// - Throws: If the script is wrong, or has no such org.
  init(_ name: String = "acme", script text: String) throws {
    let source = SourceFile(name: "org.flow", text: text)
    let (program, diagnostics) = Program.load(source) { _ throws(ReadFault) in throw .missing }
    try #require(diagnostics.isEmpty, "\(diagnostics)")
    let located = try #require(program.orgs[name])
    let keyring = Keyring(randomBytes: { [UInt8](repeating: 7, count: $0) })
    org = try #require(
      SimulatedOrgs.build(located, sources: ValueSources(), keyring: keyring).org)
    people = OrgPeople(located)
  }

  /// Makes the org `acme` of settings.
  init(_ settings: String) throws { try self.init(script: "org acme {\n\(settings)\n}\n") }

  var writer: AnswerWriter {
    AnswerWriter(org, people: people, isMasked: false, now: MatrixOrg.now)
  }

  var survey: OrgSurvey {
    var explorer = Explorer(org, now: MatrixOrg.now)
    explorer.statesMax = states
    let host = Host(
      output: Recorder(), errors: Recorder(), terminal: nil, environment: [:],
      clock: ManualClock(now: MatrixOrg.now), randomBytes: { [UInt8](repeating: 1, count: $0) })
    var watch = WalkWatch(WalkOptions(), host)
    return OrgSurvey(explorer, &watch)
  }

  /// The matrix of the org.
  func matrix(gaps: [String] = [], marks: [Matrix.Mark]? = nil) -> Matrix {
    Matrix(survey, writer, gaps: gaps, marks: marks)
  }

  /// The matrix of a change of the org.
  func matrix(to new: MatrixOrg) -> Matrix {
    let diff = OrgDiff(org, new.org, now: MatrixOrg.now, keepsAll: true)
    return Matrix(diff, old: writer, new: new.writer, gaps: [])
  }
}

extension Matrix {
  /// The columns in one line each.
  var columnTexts: [String] { columns.map(\.text) }

  /// The cells of the row of a user, in short.
  func cells(of login: String) -> [String] {
    guard let row = rows.firstIndex(where: { $0.logins.contains(login) }) else { return [] }
    return cells[row].map { cell in
      guard let cell else { return "-" }
      let change = cell.change.map { ": \($0.kind.word)" } ?? ""
      let details = cell.details.joined(separator: ", ")
      return cell.answer.short + (details.isEmpty ? "" : " (\(details))") + change
    }
  }
}
