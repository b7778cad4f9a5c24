import FlowHTTP
import OktaImport

// Names of objects in exports, and the conditions that test them.

extension ExportKind {
  /// The word for an object with a name of its own; empty for another object.
  var title: String {
    switch self {
    case .provider: "identity provider"
    case .app: "app"
    case .zone: "zone"
    case .group: "group"
    case .policy: "policy"
    case .rule: "rule"
    case .deviceAssurance: "device assurance"
    case .behavior: "behavior"
    case .authenticator, .method, .user, .factor, .appGroup, .appUser, .userType, .mapping,
      .record, .terraform, .harmless, .other:
      ""
    }
  }

  /// Returns the name of an object of this kind; `nil` if it doesn't have one.
  func name(_ object: JSONObject) -> String? {
    switch self {
    case .app: object["label"]?.string
    case .group: object["profile"]?["name"]?.string
    default: object["name"]?.string
    }
  }

  /// Gives an object of this kind another name.
  func rename(_ object: inout JSONObject, _ name: String) {
    switch self {
    case .app: object["label"] = .string(name)
    case .group:
      guard var profile = object["profile"]?.object else { return }
      profile["name"] = .string(name)
      object["profile"] = .object(profile)
    case .zone, .provider, .deviceAssurance, .behavior: object["name"] = .string(name)
    default: break
    }
  }
}

/// The conditions of exports that a name of a group or an identity provider may decide.
struct TestedNames {
  /// The quoted words in expressions.
  private var words: Set<Substring> = []
  /// The quoted words in expressions about groups.
  private var groups: Set<Substring> = []
  /// Whether users are routed to the identity provider with the name of their domain.
  private var routesByName = false

  /// Whether a condition may test a name.
  ///
  /// A condition about groups may accept all names that begin with a word.
  func has(_ name: String, of kind: ExportKind) -> Bool {
    switch kind {
    case .provider: routesByName || words.contains(name[...])
    case .group: name == "Everyone" || groups.contains { name.hasPrefix($0) }
    // The addresses of this zone are never blocked.
    case .zone: name == "DefaultExemptIpZone"
    default: false
    }
  }

  mutating func read(_ json: JSON) {
    switch json {
    case .string(let text):
      if text == "DYNAMIC" { routesByName = true }
      for quote in ["'", "\""] as [Character] where text.contains(quote) {
        let parts = text.split(separator: quote, omittingEmptySubsequences: false)
        let quoted = parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }.filter { !$0.isEmpty }
        words.formUnion(quoted)
        let lower = text.lowercased()
        if lower.contains("group") || lower.contains("memberof") { groups.formUnion(quoted) }
      }
    case .array(let elements): for element in elements { read(element) }
    case .object(let object): for member in object.members { read(member.value) }
    default: break
    }
  }
}

/// An expression that names behaviors: `security.behaviors.contains('New IP')`.
enum BehaviorExpression {
  /// Returns an expression with other names of behaviors, all replaced at once.
  static func renamed(_ text: String, _ names: [String: String]) -> String {
    guard text.contains("behaviors") else { return text }
    var result = ""
    var rest = text[...]
    while let found = rest.firstRange(of: "behaviors") {
      result += rest[..<found.upperBound]
      rest = rest[found.upperBound...]
      guard let (start, end) = argument(rest), let name = names[String(rest[start..<end])] else {
        continue
      }
      result += rest[..<start] + name
      rest = rest[end...]
    }
    return result + rest
  }

  /// Returns where the quoted argument of `.contains('…')` begins and ends.
  private static func argument(_ text: Substring) -> (start: String.Index, end: String.Index)? {
    var rest = text
    for part in [".", "contains", "("] {
      rest = rest.drop(while: \.isWhitespace)
      guard rest.hasPrefix(part) else { return nil }
      rest = rest.dropFirst(part.count)
    }
    rest = rest.drop(while: \.isWhitespace)
    guard let quote = rest.first, quote == "'" || quote == "\"" else { return nil }
    rest = rest.dropFirst()
    guard let end = rest.firstIndex(of: quote) else { return nil }
    return (rest.startIndex, end)
  }
}
