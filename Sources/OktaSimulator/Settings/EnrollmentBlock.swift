import FlowDiagnostics
import FlowEngine
import FlowText
import SimulatorKit

/// Reads an enrollment rule: `enrollment ["name"] { when …; required …; optional …; disabled …; ask
/// at sign-in }`.
struct EnrollmentBlock {
  private let draft: OrgDraft
  private var enrollment: EnrollmentPolicy
  private var places: [(authenticator: Authenticator, place: SourceRange)] = []

  private init(_ draft: OrgDraft, name: String?) {
    self.draft = draft
    enrollment = EnrollmentPolicy(name: name)
  }

  static let table = SettingTable<EnrollmentBlock>(
    of: "enrollment",
    entries: [
      SettingEntry(
        "when", "`when [not] group staff [and [not] zone \"office\"]`",
        "The conditions, as in `sign-on`: `group`, `not user`, `zone` and `unknown`; also `app`.",
        usual: "it holds for every sign-in",
        example: "when group staff", notAs: ["if", "for", "condition"], repeats: true,
        .custom { block, line in
          block.enrollment.conditions += ConditionReader(line, of: block.draft).conditions(
            of: "enrollment", only: ["group", "not user", "zone", "app"])
        }),
      SettingEntry(
        "required", "`required password, phone within 3 skips, email until \"2026-12-31\"`",
        "The authenticators that must be enrolled before access is granted. Users who sign in can "
          + "postpone it `within` a number of skips or `until` a day (UTC) or a time.",
        usual: "nothing",
        notAs: ["require", "requires"], .custom { block, line in block.read(line, .required(nil)) }),
      SettingEntry(
        "optional", "`optional phone`",
        "The authenticators that are offered once and can be skipped.",
        usual: "nothing",
        .custom { block, line in block.read(line, .optional) }),
      SettingEntry(
        "disabled", "`disabled security-question`",
        "The authenticators that users can neither enroll nor sign in with. Those that no line names "
          + "can't be enrolled, but who has one can sign in with it.",
        usual: "none",
        notAs: ["disable", "off"], .custom { block, line in block.read(line, nil) }),
      SettingEntry(
        "ask", "`ask never` or `ask at sign-in`",
        "Whether users who sign in are asked; users who sign up always are.",
        usual: "`at sign-in`", .custom { block, line in block.readAsk(line) }),
    ])

  /// Reads an enrollment rule, and adds it to the org.
  static func read(_ line: SettingLine, of draft: OrgDraft) {
    let name = draft.ruleName(line)
    var block = EnrollmentBlock(draft, name: name)
    table.read(line.block, into: &block, line.reader)
    draft.noteReach(line)
    draft.policy.enrollments.append(block.enrollment)
  }

  /// Reads a line that lists authenticators as required or optional.
  ///
  /// If `need` is `nil`, the line lists disabled authenticators.
  private mutating func read(_ line: SettingLine, _ need: EnrollmentPolicy.Need?) {
    if line.values.isEmpty { line.malformed() }
    for terms in line.values { read(terms, line, need) }
  }

  /// Reads an authenticator, optionally with a grace period: `phone within 3 skips`.
  private mutating func read(
    _ terms: [SettingTerm], _ line: SettingLine, _ need: EnrollmentPolicy.Need?
  ) {
    guard let first = terms.first,
      let authenticator = line.reader.authenticator(first, of: draft.policy)
    else { return }
    guard need == nil || authenticator.isEnrolledByUsers else {
      line.report(
        SettingProblem(
          .value, "users can't enroll `\(authenticator.rawValue)`: administrators make its codes",
          at: first.place,
          help: "remove it; `disabled \(authenticator.rawValue)` forbids signing in with it"))
      return
    }
    var need = need
    if terms.count > 1 {
      guard need == .required(nil), let grace = EnrollmentBlock.grace(terms.dropFirst()) else {
        line.malformed(at: terms[1])
        return
      }
      need = .required(grace)
    }
    if let other = places.first(where: { $0.authenticator == authenticator }) {
      line.report(
        SettingProblem(
          .duplicate, "`\(authenticator.rawValue)` is listed twice in `enrollment`",
          at: first.place, other: other.place))
      return
    }
    places.append((authenticator, first.place))
    if let need {
      enrollment.terms.append(.init(authenticator: authenticator, need: need))
    } else {
      enrollment.disabled.append(authenticator)
    }
  }

  /// Parses a grace period: `within 3 skips` or `until "2026-12-31"`; `nil` if it isn't valid.
  private static func grace(_ terms: ArraySlice<SettingTerm>) -> EnrollmentPolicy.Grace? {
    let terms = Array(terms)
    if terms.count == 2, terms[0].word == "until" {
      return terms[1].instant.map { .until($0) }
    }
    guard terms.count == 3, terms[0].word == "within",
      let most = terms[1].whole(in: 1...mostSkips), ["skip", "skips"].contains(terms[2].word)
    else { return nil }
    return .skips(most)
  }

  /// The maximum number of skips, as in the real engine.
  private static let mostSkips = 10

  private mutating func readAsk(_ line: SettingLine) {
    let words = line.terms().map(\.word)
    enrollment.asksAtSignIn = words != ["never"]
    if enrollment.asksAtSignIn, words != ["at", "sign-in"] {
      line.malformed(at: line.values.first?.first)
    }
  }
}
