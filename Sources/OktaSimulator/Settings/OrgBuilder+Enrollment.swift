import FlowText
import FlowEngine
import SimulatorKit

// What people enroll.
extension OrgBuilder {
  /// `enrollment ["name"] { when …; required …; optional …; disabled …; ask at sign-in }`.
  mutating func readEnrollment(_ setting: Setting) {
    var enrollment = EnrollmentPolicy(
      name: ruleName(setting, policy.enrollments.compactMap(\.name)))
    var places: [(authenticator: Authenticator, place: SettingPlace)] = []
    var isConditional = false
    for inner in reader.known(setting.block ?? [], in: ["enrollment"]) {
      switch inner.name {
      case "when":
        isConditional = true
        let subjects = ["group", "not user", "zone"]
        enrollment.conditions += readConditions(inner, "enrollment", only: subjects)
      case "ask": enrollment.asksAtSignIn = readAsk(inner)
      default:
        if inner.values.isEmpty { reader.malformed(inner, Org.form("enrollment", inner.name)) }
        for terms in inner.values { readTerm(terms, inner, &places, &enrollment) }
      }
    }
    noteReach(setting, isConditional: isConditional)
    policy.enrollments.append(enrollment)
  }

  /// `phone within 3 skips`, or an authenticator alone.
  private mutating func readTerm(
    _ terms: [SettingTerm], _ setting: Setting,
    _ places: inout [(authenticator: Authenticator, place: SettingPlace)],
    _ enrollment: inout EnrollmentPolicy
  ) {
    guard let first = terms.first, let authenticator = reader.authenticator(first, of: policy)
    else { return }
    var grace: EnrollmentPolicy.Grace?
    if terms.count > 1 {
      guard setting.name == "required", let read = readGrace(terms.dropFirst()) else {
        reader.malformed(setting, at: terms[1], Org.form("enrollment", setting.name))
        return
      }
      grace = read
    }
    if let other = places.first(where: { $0.authenticator == authenticator }) {
      reader.report(
        SettingProblem(
          .duplicate, "`\(authenticator.rawValue)` stands twice in `enrollment`",
          at: first.place, other: other.place))
      return
    }
    places.append((authenticator, first.place))
    switch setting.name {
    case "required":
      enrollment.terms.append(.init(authenticator: authenticator, need: .required(grace)))
    case "optional":
      enrollment.terms.append(.init(authenticator: authenticator, need: .optional))
    // What is disabled is as good as not named.
    default: break
    }
  }

  /// `within 3 skips` or `until "2026-12-31"`.
  private func readGrace(_ terms: ArraySlice<SettingTerm>) -> EnrollmentPolicy.Grace? {
    let terms = Array(terms)
    if terms.count == 2, terms[0].word == "until", let text = terms[1].text {
      return CalendarDay(text).flatMap {
        $0.year < 1970 ? nil : .until(.seconds($0.daysSince1970 * 86_400))
      }
    }
    guard terms.count == 3, terms[0].word == "within",
      let most = terms[1].whole(in: 1...Self.mostSkips), ["skip", "skips"].contains(terms[2].word)
    else { return nil }
    return .skips(most)
  }

  /// How often something may be put off, in the real engine too.
  private static let mostSkips = 10

  /// `ask at sign-in` or `ask never`.
  private mutating func readAsk(_ setting: Setting) -> Bool {
    let form = Org.form("enrollment", "ask")
    let words = reader.terms(setting, form).map(\.word)
    if words == ["never"] { return false }
    if words != ["at", "sign-in"] {
      reader.malformed(setting, at: setting.values.first?.first, form)
    }
    return true
  }

  /// The conditions of a policy that can look at a few things alone.
  mutating func readConditions(
    _ setting: Setting, _ path: String, only subjects: [String]
  ) -> [Condition] {
    var isRight = true
    let clauses = setting.values.joinedByCommas.split { $0.word == "and" }
    for clause in clauses {
      let isNegated = clause.first?.word == "not"
      guard let term = isNegated ? clause.dropFirst().first : clause.first, let word = term.word
      else { continue }
      let subject = word.last == "s" ? String(word.dropLast()) : word
      guard Self.subjects.contains(subject), !subjects.contains(subject),
        !(isNegated && subjects.contains("not \(subject)"))
      else { continue }
      isRight = false
      reader.report(
        SettingProblem(
          .value, "`\(path)` can't look at `\(isNegated ? "not " : "")\(word)`", at: term.place,
          help: "it looks at " + subjects.map { "`\($0)`" }.joined(separator: ", ")))
    }
    return isRight ? readConditions(setting, path) : []
  }
}
