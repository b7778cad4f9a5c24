import FlowInterpreter

/// The environment variables that a script may read if their values can leave this machine.
///
/// These are the variables that `--env` and the project's file name, and those beginning with
/// `FLOW_`, which belong to this tool. The tool's own credentials aren't included.
package struct PermittedVariables: Sendable {
  /// The given names.
  package var names: Set<String> { Set(givers.keys) }
  /// The first source of permission for each name.
  private var givers: [String: Giver] = [:]

  /// Creates an empty set.
  package init() {}

  /// A source of permission.
  package enum Giver: String, Sendable {
    case option = "--env"
    case projectFile = "flow.json"
    /// The name itself, which begins with `FLOW_`.
    case prefix = "FLOW_"
  }

  /// Returns the source of permission for a variable; `nil` if there is none.
  func giver(of name: String) -> Giver? {
    if let giver = givers[name] { return giver }
    return name.hasPrefix("FLOW_") && OwnCredential(rawValue: name) == nil ? .prefix : nil
  }

  /// Whether a script may read a variable.
  func allows(_ name: String) -> Bool { giver(of: name) != nil }

  /// Adds a name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - giver: The source of the permission.
  /// - Returns: Whether it is a valid name of a variable that scripts may read. A value in the text
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
