import FlowHTTP

/// Converts an expression to alternatives of conditions.
///
/// What an org can't evaluate becomes an unknown condition with the text of that part.
struct ExpressionConditions {
  private let names: ImportNames

  /// The maximum number of alternatives.
  private static let alternativesMax = 8
  /// The maximum number of conditions in all alternatives.
  private static let conditionsMax = 64

  init(_ names: ImportNames) { self.names = names }

  /// Returns the alternatives in which an expression holds, each a list of conditions.
  ///
  /// - Returns: No alternative if the expression never holds; `nil` if there are too many.
  func alternatives(_ expression: OktaExpression) -> [[String]]? {
    alternatives(expression, isNegated: false)
  }

  private func alternatives(
    _ expression: OktaExpression, isNegated: Bool
  ) -> [[String]]? {
    switch expression {
    case .not(let inner): return alternatives(inner, isNegated: !isNegated)
    case .all(let parts):
      return isNegated ? either(parts, isNegated: true) : both(parts, isNegated: false)
    case .any(let parts):
      return isNegated ? both(parts, isNegated: true) : either(parts, isNegated: false)
    case .comparison(let left, let comparison, let right, let text):
      return condition(left, comparison, right, isNegated) ?? unknown(text, isNegated)
    case .operand(let operand, let text):
      return condition(operand, isNegated) ?? unknown(text, isNegated)
    }
  }

  private func either(_ parts: [OktaExpression], isNegated: Bool) -> [[String]]? {
    var all: [[String]] = []
    for part in parts {
      guard let own = alternatives(part, isNegated: isNegated) else { return nil }
      for list in own where !all.contains(list) { all.append(list) }
    }
    return checked(all)
  }

  private func both(_ parts: [OktaExpression], isNegated: Bool) -> [[String]]? {
    var all: [[String]] = [[]]
    for part in parts {
      guard let own = alternatives(part, isNegated: isNegated) else { return nil }
      all = all.flatMap { list in
        own.map { more in list + more.filter { !list.contains($0) } }
      }
      guard checked(all) != nil else { return nil }
    }
    return all
  }

  private func checked(_ all: [[String]]) -> [[String]]? {
    let count = all.reduce(0) { $0 + $1.count }
    return all.count <= Self.alternativesMax && count <= Self.conditionsMax ? all : nil
  }

  private func unknown(_ text: String, _ isNegated: Bool) -> [[String]] {
    [[(isNegated ? "not " : "") + "unknown " + UnknownReason("expression", .string(text)).quoted]]
  }

  private func one(_ clause: String, _ isNegated: Bool) -> [[String]] {
    guard isNegated else { return [[clause]] }
    return [[clause.hasPrefix("not ") ? String(clause.dropFirst(4)) : "not \(clause)"]]
  }

  // MARK: Comparisons

  private func condition(
    _ left: OktaExpression.Operand, _ comparison: OktaExpression.Comparison,
    _ right: OktaExpression.Operand, _ isNegated: Bool
  ) -> [[String]]? {
    guard comparison == .equal || comparison == .unequal else { return nil }
    let isUnequal = (comparison == .unequal) != isNegated
    switch (left, right) {
    case (.path(let path), .text(let text)), (.text(let text), .path(let path)):
      return condition(path, [text], isUnequal)
    case (.flag(let flag), let other), (let other, .flag(let flag)):
      return condition(other, isUnequal == flag)
    default: return nil
    }
  }

  /// Returns the alternatives in which a value is one of some texts, or none of them.
  private func condition(
    _ path: [String], _ texts: [String], _ isNegated: Bool
  ) -> [[String]]? {
    guard let clause = clause(path, texts) else { return nil }
    guard clause.hasPrefix("attribute "), let name = path.last, let unlisted = names.unlisted else {
      return one(clause, isNegated)
    }
    return unlisted.attribute(name, texts, isNegated: isNegated)
  }

  /// Returns the condition that a value is one of some texts.
  private func clause(_ path: [String], _ texts: [String]) -> String? {
    let words = texts.map { $0.lowercased() }
    switch path {
    case ["security", "risk", "level"]:
      guard words.allSatisfy({ ["low", "medium", "high"].contains($0) }) else { return nil }
      return "risk \(words.joined(separator: ", "))"
    case ["device", "profile", "platform"]:
      let platforms = words.map { $0 == "osx" ? "macos" : $0 }
      let known = ["ios", "android", "macos", "windows", "chromeos", "linux"]
      guard platforms.allSatisfy(known.contains) else { return nil }
      return "platform \(platforms.joined(separator: ", "))"
    case ["accessRequest", "operation"]:
      return "operation \(OrgText.list(texts))"
    case ["accessRequest", "metadata", "type"]:
      return "metadata \(OrgText.list(texts))"
    case ["accessRequest", "authenticator", "key"]:
      return "authenticator \(OrgText.list(texts))"
    case ["accessRequest", "authenticator", "id"]:
      let keys = texts.compactMap { names.key(ofAuthenticator: $0) }
      return keys.count == texts.count ? "authenticator \(OrgText.list(keys))" : nil
    default:
      // The value of an attribute is compared letter by letter.
      guard path.count == 3, path[0] == "user", path[1] == "profile", OrgText.isWord(path[2]) else {
        return nil
      }
      return "attribute \(path[2]) \(OrgText.list(texts))"
    }
  }

  // MARK: Operands that are true or false

  private func condition(_ operand: OktaExpression.Operand, _ isNegated: Bool) -> [[String]]? {
    switch operand {
    case .flag(let flag): return flag != isNegated ? [[]] : []
    case .path(["device", "profile", "managed"]): return one("device managed", isNegated)
    case .path(["device", "profile", "registered"]):
      return one("device registered, managed", isNegated)
    case .call(.path(["security", "behaviors"]), "contains", let arguments):
      guard arguments.count == 1, case .text(let name) = arguments[0] else { return nil }
      // An inactive behavior never matches.
      if names.isInactive(behavior: name) { return isNegated ? [[]] : [] }
      return one(ImportNames.clause(ofBehaviors: [name]), isNegated)
    case .call(.list(let elements), "contains", let arguments):
      guard arguments.count == 1, case .path(let path) = arguments[0] else { return nil }
      let texts = elements.compactMap { if case .text(let text) = $0 { text } else { nil } }
      guard texts.count == elements.count, !texts.isEmpty else { return nil }
      return condition(path, texts, isNegated)
    case .call(.path(["user"]), "isMemberOf", let arguments):
      guard let groups = groups(arguments) else { return nil }
      // All criteria have to hold, and of each list one element.
      let clauses = groups.map { "group \(OrgText.list($0))" }
      return isNegated ? clauses.map { ["not \($0)"] } : [clauses]
    default: return nil
    }
  }

  /// Returns the names of the groups that each criterion of `isMemberOf` accepts; `nil` if a
  /// criterion isn't about known groups.
  private func groups(_ arguments: [OktaExpression.Operand]) -> [[String]]? {
    guard let criteria = GroupCriterion.all(arguments) else { return nil }
    var all: [[String]] = []
    for criterion in criteria {
      let found: [String?]
      switch criterion {
      case .ids(let ids): found = ids.map { names.knownGroup($0) }
      case .names(let texts): found = texts.map { names.group(named: $0) }
      case .beginnings(let texts):
        guard let groups = names.groups(beginningWith: texts), !groups.isEmpty else { return nil }
        found = groups
      }
      let known = found.compactMap(\.self)
      guard known.count == found.count, !known.isEmpty else { return nil }
      all.append(known)
    }
    return all
  }
}

/// What `user.isMemberOf` requires of a group: `{'group.profile.name': 'Staff'}`.
enum GroupCriterion {
  case ids([String])
  case names([String])
  /// Without an operator, names that begin with a text count.
  case beginnings([String])

  /// Returns the criteria of a call; `nil` if one isn't evaluated.
  static func all(_ arguments: [OktaExpression.Operand]) -> [GroupCriterion]? {
    let all = arguments.compactMap(GroupCriterion.init)
    return all.isEmpty || all.count < arguments.count ? nil : all
  }

  private init?(_ argument: OktaExpression.Operand) {
    guard case .map(let entries) = argument, let first = entries.first else { return nil }
    let isExact = entries.contains { $0.key == "operator" && $0.value == .text("EXACT") }
    guard entries.count == (isExact ? 2 : 1), let texts = GroupCriterion.texts(first.value) else {
      return nil
    }
    switch first.key {
    case "group.id": self = .ids(texts)
    case "group.profile.name": self = isExact ? .names(texts) : .beginnings(texts)
    default: return nil
    }
  }

  private static func texts(_ operand: OktaExpression.Operand) -> [String]? {
    switch operand {
    case .text(let text): return [text]
    case .list(let elements):
      let texts = elements.compactMap { if case .text(let text) = $0 { text } else { nil } }
      return texts.count == elements.count ? texts : nil
    default: return nil
    }
  }
}
