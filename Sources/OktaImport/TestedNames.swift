package import FlowHTTP

/// The conditions of exports that a name of an object may decide.
package struct TestedNames: Sendable {
  /// The quoted words in expressions.
  private var words: Set<Substring> = []
  /// The quoted words in expressions about groups.
  private var groups: Set<Substring> = []
  /// Whether users are routed to the identity provider with the name of their domain.
  private var routesByName = false
  /// The expressions about each kind that aren't evaluated.
  private var unevaluated: [ExportKind: [UnevaluatedTest]] = [:]

  /// The members with prose and names, in which a word about groups isn't a test of one.
  private static let prose: Set<String> = ["name", "label", "description", "displayName", "title"]
  /// The members with an expression, whether it has quotes or not.
  private static let expressions: Set<String> = ["condition", "expression", "providerExpression"]

  package init() {}

  /// Whether a condition may test a name.
  ///
  /// A condition about groups may accept all names that begin with a word.
  package func has(_ name: String, of kind: ExportKind) -> Bool {
    switch kind {
    case .provider: routesByName || words.contains(name[...])
    case .group: name == "Everyone" || groups.contains { name.hasPrefix($0) }
    // The addresses of this zone are never blocked.
    case .zone: name == "DefaultExemptIpZone"
    default: false
    }
  }

  /// Returns an expression that isn't evaluated, and that may test one of some names.
  ///
  /// Such an expression is an unknown condition with the same text in both versions, although it
  /// accepts other objects if their names changed.
  package func unevaluated(_ names: [String], of kind: ExportKind) -> String? {
    unevaluated[kind]?.first { test in names.contains { test.mayAccept($0) } }?.text
  }

  /// Reads all conditions of an export.
  package mutating func read(_ json: JSON) { read(json, of: "") }

  private mutating func read(_ json: JSON, of member: String) {
    switch json {
    case .string(let text): read(text, of: member)
    case .array(let elements): for element in elements { read(element, of: member) }
    case .object(let object):
      for member in object.members { read(member.value, of: member.name) }
    default: break
    }
  }

  private mutating func read(_ text: String, of member: String) {
    if text == "DYNAMIC" { routesByName = true }
    for quote in ["'", "\""] as [Character] where text.contains(quote) {
      let parts = text.split(separator: quote, omittingEmptySubsequences: false)
      let quoted = parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }.filter { !$0.isEmpty }
      words.formUnion(quoted)
      if UnevaluatedTest.isAbout(.group, text) { groups.formUnion(quoted) }
    }
    // An apostrophe in prose isn't the start of a quoted word.
    let isExpression =
      TestedNames.expressions.contains(member)
      || !TestedNames.prose.contains(member)
        && ["'", "\""].contains { text.count(of: $0) > 0 && text.count(of: $0) % 2 == 0 }
    guard isExpression else { return }
    for kind in [ExportKind.group, .behavior] where UnevaluatedTest.isAbout(kind, text) {
      unevaluated[kind, default: []] += UnevaluatedTest.all(in: text, about: kind)
    }
  }
}

extension String {
  fileprivate func count(of character: Character) -> Int { count { $0 == character } }
}

/// A part of an expression that isn't evaluated, and that may test names of groups or behaviors.
struct UnevaluatedTest {
  let text: String
  /// Words of which an accepted name contains one, in lowercase; `nil` if they aren't known.
  private let words: [String]?

  /// The functions that accept a name because of a word that it contains.
  private static let functions: Set<String> = [
    "contains", "containsany", "endswith", "equals", "equalsignorecase", "getgroups", "isempty",
    "ismemberof", "ismemberofanygroup", "ismemberofgroup", "ismemberofgroupname",
    "ismemberofgroupnamecontains", "ismemberofgroupnamestartswith", "size", "startswith",
    "stringcontains", "tolowercase", "touppercase",
  ]

  /// Whether a test can accept a name.
  func mayAccept(_ name: String) -> Bool {
    guard let words else { return true }
    let name = name.lowercased()
    return words.contains { name.contains($0) }
  }

  /// Whether a text has a word about a kind.
  static func isAbout(_ kind: ExportKind, _ text: String) -> Bool {
    let text = text.lowercased()
    return kind == .behavior
      ? text.contains("behavior") : text.contains("group") || text.contains("memberof")
  }

  /// Returns the parts of an expression that test names of a kind and aren't evaluated.
  static func all(in text: String, about kind: ExportKind) -> [UnevaluatedTest] {
    guard let expression = OktaExpression(text) else {
      return [UnevaluatedTest(text: text, words: nil)]
    }
    var all: [UnevaluatedTest] = []
    collect(expression, kind, into: &all)
    return all
  }

  private static func collect(
    _ expression: OktaExpression, _ kind: ExportKind, into all: inout [UnevaluatedTest]
  ) {
    switch expression {
    case .not(let inner): collect(inner, kind, into: &all)
    case .all(let parts), .any(let parts): for part in parts { collect(part, kind, into: &all) }
    case .operand(let operand, let text): collect([operand], text, kind, into: &all)
    case .comparison(let left, _, let right, let text):
      collect([left, right], text, kind, into: &all)
    }
  }

  private static func collect(
    _ operands: [OktaExpression.Operand], _ text: String, _ kind: ExportKind,
    into all: inout [UnevaluatedTest]
  ) {
    var reader = OperandReader(kind: kind)
    for operand in operands where !operand.isEvaluated { reader.read(operand) }
    guard reader.isAbout, reader.isOpen || !reader.words.isEmpty else { return }
    all.append(UnevaluatedTest(text: text, words: reader.isOpen ? nil : reader.words))
  }

  /// Reads the words of operands.
  private struct OperandReader {
    let kind: ExportKind
    var words: [String] = []
    /// Whether the operands are about the kind.
    var isAbout = false
    /// Whether a name may be compared with something other than the words.
    var isOpen = false

    mutating func read(_ operand: OktaExpression.Operand) {
      switch operand {
      case .text(let text):
        let word = text.lowercased()
        if word.contains("regex") || word.contains("match") { isOpen = true }
        if !word.isEmpty { words.append(word) }
      case .list(let elements): for element in elements { read(element) }
      case .map(let entries):
        for entry in entries {
          if isAbout(entry.key) { isAbout = true }
          read(entry.value)
        }
      case .path(let names):
        if names.contains(where: isAbout) { isAbout = true } else { isOpen = true }
      case .call(let receiver, let name, let arguments):
        if isAbout(name) { isAbout = true }
        if !UnevaluatedTest.functions.contains(name.lowercased()) { isOpen = true }
        // The receiver may be a user or a library of functions.
        if case .path(let names) = receiver {
          if names.contains(where: isAbout) { isAbout = true }
        } else {
          read(receiver)
        }
        for argument in arguments { read(argument) }
      case .number, .flag: break
      }
    }

    private func isAbout(_ word: String) -> Bool { UnevaluatedTest.isAbout(kind, word) }
  }
}

extension OktaExpression.Operand {
  /// Whether an import evaluates names of groups and behaviors in this operand.
  fileprivate var isEvaluated: Bool {
    guard case .call(.path(let receiver), let name, let arguments) = self else { return false }
    switch (receiver, name) {
    case (["security", "behaviors"], "contains"):
      guard arguments.count == 1, case .text = arguments[0] else { return false }
      return true
    case (["user"], "isMemberOf"): return GroupCriterion.all(arguments) != nil
    default: return false
    }
  }
}
