import FlowInterpreter

/// The environment variables that a script may read when their values can leave this machine.
///
/// `--env` and the project's file name them. Variables whose names begin with `FLOW_` are also
/// permitted, because they belong to this tool, except the tool's own credentials.
package struct PermittedVariables: Sendable {
  /// The names that `--env` and the project's file permit.
  package var names: Set<String> { Set(givers.keys) }
  /// The source of the permission for each name.
  ///
  /// If several sources permit a name, the first source is stored.
  private var givers: [String: Giver] = [:]

  /// Creates an empty set.
  package init() {}

  /// The source of a variable's permission.
  package enum Giver: String, Sendable {
    case option = "--env"
    case projectFile = "flow.json"
    /// The variable's own name, which begins with `FLOW_`.
    case prefix = "FLOW_"
  }

  /// Returns the source of a variable's permission; `nil` if the variable isn't permitted.
  func giver(of name: String) -> Giver? {
    if let giver = givers[name] { return giver }
    return name.hasPrefix("FLOW_") && OwnCredential(rawValue: name) == nil ? .prefix : nil
  }

  /// Whether a script may read a variable.
  func allows(_ name: String) -> Bool { giver(of: name) != nil }

  /// Permits a variable.
  ///
  /// - Parameters:
  ///   - name: The name of the variable.
  ///   - giver: What permits the variable.
  /// - Returns: Whether the text is the name of a variable that scripts may read. Any other text
  ///   isn't stored.
  package mutating func add(_ name: String, by giver: Giver) -> Bool {
    guard PermittedVariables.isName(name), OwnCredential(rawValue: name) == nil else {
      return false
    }
    if givers[name] == nil { givers[name] = giver }
    return true
  }

  private static func isName(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, !(48...57).contains(first) else { return false }
    return bytes.allSatisfy { byte in
      switch byte {
      case 48...57, 65...90, 97...122, UInt8(ascii: "_"), UInt8(ascii: "-"): true
      default: false
      }
    }
  }
}
