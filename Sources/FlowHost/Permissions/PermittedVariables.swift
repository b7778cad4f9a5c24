/// The variables of the environment that a script may read once what it reads can leave this
/// machine.
///
/// These are the ones that `--env` and the project's file name, and those that begin with `FLOW_`,
/// which are meant for this tool. Its own credentials are not meant for scripts.
package struct PermittedVariables: Sendable {
  /// The names that were given.
  package private(set) var names: Set<String> = []

  /// No variable is permitted by its name.
  package init() {}

  /// Variables of this tool that are credentials, or can hold one.
  static let ownCredentials: Set = ["FLOW_API_TOKEN", "FLOW_CLIENT_SECRET", "FLOW_INBOX"]

  /// Whether a script may read a variable.
  func allows(_ name: String) -> Bool {
    names.contains(name)
      || name.hasPrefix("FLOW_") && !PermittedVariables.ownCredentials.contains(name)
  }

  /// Adds a name.
  ///
  /// - Returns: Whether it can be the name of a variable; a value that was given with it is not
  ///   kept.
  package mutating func add(_ name: String) -> Bool {
    guard PermittedVariables.isName(name) else { return false }
    names.insert(name)
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
