import FlowHTTP
import OktaImport

// Names of objects in exports, and the expressions that name behaviors.

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
