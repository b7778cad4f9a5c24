import FlowEngine
import FlowText
import SimulatorKit

/// Parses the conditions of a rule: `when [not] group a, b [and [not] zone "office"]`.
///
/// A condition that can't be evaluated is written `unknown "reason"`. A sign-in states whether it
/// has a `behavior`, and which checks of an `assurance` its device fulfills. One element of a list
/// is enough, and all parts joined by `and` must hold.
struct ConditionReader {
  private let draft: OrgDraft
  private let line: SettingLine

  /// The words that begin a condition.
  private enum Subject: String, CaseIterable {
    case group
    case user
    case type
    case attribute
    case zone
    case device
    case risk
    case platform
    case assurance
    case behavior
    case unknown
    /// Only routing rules can have this condition.
    case login
    /// Enrollment and routing rules can have this condition, which is evaluated before they are
    /// read.
    case app
    /// Only rules of the account management policy have this condition.
    case authenticator
  }

  /// Whether the line belongs to a rule of the account management policy.
  private let isOfAccounts: Bool

  /// The conditions that a rule can have, if its policy doesn't list them.
  private var subjects: [String] {
    Subject.allCases.filter {
      $0 != .app && $0 != .login && ($0 != .authenticator || isOfAccounts)
    }
    .map(\.rawValue)
  }

  init(_ line: SettingLine, of draft: OrgDraft, isOfAccounts: Bool = false) {
    self.line = line
    self.draft = draft
    self.isOfAccounts = isOfAccounts
  }

  /// Parses the conditions.
  ///
  /// - Parameters:
  ///   - policy: The name of the policy.
  ///   - subjects: The subjects that the policy supports. If `not` precedes a subject, the
  ///     policy supports only the negated form. `nil` means that the policy supports all subjects.
  /// - Returns: The valid conditions. Others are reported.
  func conditions(of policy: String = "", only subjects: [String]? = nil) -> [Condition] {
    if let subjects, !check(policy, subjects) { return [] }
    let clauses = line.values.joinedByCommas.split(omittingEmptySubsequences: false) {
      $0.word == "and"
    }
    return clauses.compactMap { condition($0, subjects) }
  }

  /// Whether the policy supports all subjects of the conditions.
  ///
  /// Reports the subjects that the policy doesn't support.
  private func check(_ policy: String, _ subjects: [String]) -> Bool {
    var isRight = true
    for clause in line.values.joinedByCommas.split(whereSeparator: { $0.word == "and" }) {
      let isNegated = clause.first?.word == "not"
      guard let term = isNegated ? clause.dropFirst().first : clause.first, let word = term.word
      else { continue }
      let subject = Self.singular(word)
      // An unknown condition is valid in every policy.
      guard let known = Subject(rawValue: subject), known != .unknown, !subjects.contains(subject),
        !(isNegated && subjects.contains("not \(subject)"))
      else { continue }
      isRight = false
      line.report(
        SettingProblem(
          .value, "`\(policy)` has no condition `\(isNegated ? "not " : "")\(word)`",
          at: term.place,
          help: "its conditions are " + subjects.map { "`\($0)`" }.joined(separator: ", ")))
    }
    return isRight
  }

  /// Whether a word begins a condition.
  static func isSubject(_ word: String) -> Bool { Subject(rawValue: singular(word)) != nil }

  /// Returns a word without a final `s`, so that `groups staff` is also accepted.
  private static func singular(_ word: String) -> String {
    word.last == "s" ? String(word.dropLast()) : word
  }

  /// The words that may begin a condition, after a `not` or without one.
  private func words(_ supported: [String]?, isNegated: Bool) -> [String] {
    guard let supported else { return subjects }
    let more = isNegated ? supported.compactMap { $0.split(separator: " ").last } : []
    return Subject.allCases.filter { $0 != .app }.map(\.rawValue).filter {
      supported.contains($0) || more.contains($0[...]) || $0 == Subject.unknown.rawValue
    }
  }

  private func condition(
    _ terms: ArraySlice<SettingTerm>, _ supported: [String]?
  ) -> Condition? {
    var rest = terms
    let isNegated = rest.first?.word == "not"
    if isNegated { rest = rest.dropFirst() }
    guard let first = rest.first else {
      line.malformed(at: terms.first)
      return nil
    }
    guard let subject = Subject(rawValue: first.word.map(Self.singular) ?? "") else {
      let meant = first.word.flatMap { Suggestion.nearest($0, among: subjects).first }
      let candidates = words(supported, isNegated: isNegated)
      var help: String? = "write it as \(line.form)"
      if let meant {
        // A candidate is suggested anyway.
        help = candidates.contains(meant) ? nil : "did you mean `\(meant)`?"
      }
      var problem = SettingProblem(
        .value, "expected a condition, such as `group`", at: first.place, help: help,
        word: first.word, candidates: candidates)
      problem.syntax = isNegated ? [] : ["not"]
      line.report(problem)
      return nil
    }
    var attribute: String?
    if subject == .attribute {
      rest = rest.dropFirst()
      attribute = rest.first?.name
      guard attribute != nil else {
        line.malformed(at: rest.first)
        return nil
      }
    }
    var values: [SettingTerm] = []
    for (index, term) in rest.dropFirst().enumerated() {
      if index % 2 == 0, term.name != nil {
        values.append(term)
      } else if index % 2 == 0, subject == .unknown {
        line.report(
          SettingProblem(
            .value, "an unknown condition needs a reason", at: term.place,
            help: "write it as `when unknown \"what the tool can't evaluate\"`"))
        return nil
      } else if index % 2 == 0 || term.mark != "," {
        line.malformed(at: term, allowing: index % 2 == 0 ? [] : ["and"])
        return nil
      }
    }
    guard !values.isEmpty, rest.last?.mark != "," else {
      line.malformed(at: values.isEmpty ? nil : rest.last)
      return nil
    }
    if let attribute {
      let texts = values.compactMap(\.name)
      return Condition(subject: .attribute(attribute, texts), isNegated: isNegated)
    }
    if subject == .login, supported == nil {
      line.report(
        SettingProblem(
          .value, "only `routing` has the condition `login`", at: first.place,
          help: "write `user` and whole logins"))
      return nil
    }
    return read(subject, values).map { Condition(subject: $0, isNegated: isNegated) }
  }

  private func read(_ subject: Subject, _ values: [SettingTerm]) -> Condition.Subject? {
    let names = values.compactMap(\.name)
    switch subject {
    case .group:
      note(values, as: subject)
      return .groups(names)
    case .type:
      note(values, as: subject)
      return .types(names)
    case .user:
      for value in values { draft.note(user: value.name ?? "", at: value.place) }
      return .users(names.map { $0.lowercased() })
    case .zone: return zones(values).map { .zones($0) }
    case .device: return bits(values, SignInContext.Device.words, subject).map { .devices($0) }
    case .risk: return bits(values, SignInContext.Risk.words, subject).map { .risks($0) }
    case .platform:
      let words = SignInContext.Platform.words + SignInContext.Platform.groups
      return bits(values, words, subject).map { .platforms($0) }
    case .assurance: return assurances(values).map { .assurances($0) }
    case .behavior: return facts(values) { .behavior($0) }.map { .unknowns($0) }
    case .unknown: return facts(values) { .unknown($0) }.map { .unknowns($0) }
    case .authenticator: return enrolling(values).map { .authenticators($0) }
    case .attribute: return nil
    case .login: return logins(values).map { .logins($0) }
    case .app:
      line.report(
        SettingProblem(
          .value, "only `enrollment` and `routing` have the condition `app`", at: values[0].place,
          help: "write the rules of an app into its block: `app \"payroll\" { sign-on … }`"))
      return nil
    }
  }

  /// Returns the authenticators with some names, which the org must have.
  private func enrolling(_ values: [SettingTerm]) -> SignInContext.Enrolling? {
    guard isOfAccounts else {
      line.report(
        SettingProblem(
          .value, "only `account-management` has the condition `authenticator`",
          at: values[0].place,
          help: "write what users verify before they enroll it into a block: "
            + "`account-management { when authenticator phone; require 2 factors }`"))
      return nil
    }
    var some: SignInContext.Enrolling = []
    for value in values {
      guard let authenticator = line.reader.authenticator(value, of: draft.policy) else {
        return nil
      }
      some.formUnion(SignInContext.Enrolling(authenticator))
    }
    return some
  }

  private func logins(_ values: [SettingTerm]) -> [LoginPattern]? {
    var patterns: [LoginPattern] = []
    for value in values {
      guard let pattern = LoginPattern(value.name ?? "") else {
        line.report(
          SettingProblem(
            .value, "`\(value.name ?? "")` isn't a pattern of logins", at: value.place,
            help:
              "write a login with a `*` only at its beginning or end, such as `\"*@partner.com\"`"))
        return nil
      }
      patterns.append(pattern)
    }
    return patterns
  }

  private func note(_ values: [SettingTerm], as subject: Subject) {
    for value in values {
      draft.note(
        OrgOutline.Nobody(kind: subject.rawValue, name: value.name ?? "", place: value.place))
    }
  }

  private func bits<Bits: OptionSet>(
    _ values: [SettingTerm], _ words: [(word: String, value: Bits)], _ subject: Subject
  ) -> Bits? where Bits.Element == Bits {
    var bits: Bits = []
    for value in values {
      guard let found = words.first(where: { $0.word == value.name }) else {
        line.report(
          SettingProblem(
            .value, "unknown \(subject.rawValue) `\(value.name ?? "")`", at: value.place,
            help: "write " + words.map { "`\($0.word)`" }.joined(separator: ", "),
            word: value.name, candidates: words.map(\.word)))
        return nil
      }
      bits.insert(found.value)
    }
    return bits
  }

  /// Returns the device assurance policies with some names.
  private func assurances(_ values: [SettingTerm]) -> [DeviceAssurance]? {
    var found: [DeviceAssurance] = []
    for value in values {
      let name = value.name ?? ""
      guard let assurance = draft.policy.assurances.first(where: { $0.name == name }) else {
        line.report(
          SettingProblem(
            .unknown, "this org has no device assurance policy `\(name)`", at: value.place,
            help: draft.policy.assurances.isEmpty
              ? "declare it: `assurance \"\(name)\" { platform macos; os-version \"14.1\" }`" : nil,
            word: name, candidates: draft.policy.assurances.map(\.name)))
        return nil
      }
      found.append(assurance)
    }
    return found
  }

  /// Returns the facts with some names, as a bit set: unknown conditions or behaviors.
  ///
  /// The same name always stands for the same fact.
  private func facts(
    _ values: [SettingTerm], _ content: (String) -> UnknownFact.Content
  ) -> UInt64? {
    var bits: UInt64 = 0
    for value in values {
      let name = value.name ?? ""
      let fact = UnknownFact(content: content(name), place: value.place)
      guard UnknownFact.isName(name) else {
        let what = fact.isUnknown ? "the reason of an unknown condition" : "the name of a behavior"
        line.report(
          SettingProblem(
            .value, "this can't be \(what)", at: value.place,
            help: "write a line of at most \(UnknownFact.nameBytesMax) bytes without a "
              + "`\(UnknownFact.separator)`"))
        return nil
      }
      guard let index = draft.index(of: fact, at: value.place) else { return nil }
      bits |= 1 << UInt64(index)
    }
    return bits
  }

  /// Returns the zones with some names, as a bit set.
  ///
  /// If the org declares zones, only declared zones are valid. Otherwise any name is valid.
  private func zones(_ values: [SettingTerm]) -> UInt64? {
    var bits: UInt64 = 0
    for value in values {
      let name = value.name ?? ""
      draft.note(zone: name, at: value.place)
      if let index = draft.policy.zones.firstIndex(where: { $0.name == name }) {
        bits |= 1 << UInt64(index)
        continue
      }
      guard !draft.declaresZones else {
        line.report(
          SettingProblem(
            .unknown, "this org has no zone `\(name)`", at: value.place, word: name,
            candidates: draft.policy.zones.map(\.name)))
        return nil
      }
      guard draft.add(NetworkZone(name: name), at: value.place) else { return nil }
      bits |= 1 << UInt64(draft.policy.zones.count - 1)
    }
    return bits
  }
}
