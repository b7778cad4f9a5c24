import FlowInterpreter

/// The variables of the environment that a script may read once what it reads can leave this
/// machine.
///
/// These are the ones that `--env` and the project's file name, and those that begin with `FLOW_`,
/// which are meant for this tool. Its own credentials are not meant for scripts.
package struct PermittedVariables: Sendable {
  /// The names that were given.
  package var names: Set<String> { Set(givers.keys) }
  /// What has given each name first.
  private var givers: [String: Giver] = [:]

  /// No variable is permitted by its name.
  package init() {}

  /// What can allow a variable.
  package enum Giver: String, Sendable {
    case option = "--env"
    case projectFile = "flow.json"
    /// The name itself, which begins with `FLOW_`.
    case prefix = "FLOW_"
  }

  /// What allows a script to read a variable; `nil` if it may not.
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
  ///   - giver: What gives it.
  /// - Returns: Whether it can be the name of a variable that a script may be given; a value that
  ///   was given with it is not kept.
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
