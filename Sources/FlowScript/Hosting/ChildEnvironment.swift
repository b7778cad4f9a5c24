#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The environment variables of a program that a script or an inbox runs.
///
/// The program gets only variables that most programs need, because the environment of a CI job may
/// contain unrelated credentials.
package enum ChildEnvironment {
  private static let names: Set = ["HOME", "LANG", "PATH", "TERM", "TMPDIR", "USER"]

  /// Selects the variables that a program gets.
  ///
  /// - Parameters:
  ///   - variables: All environment variables.
  ///   - isAllowed: Returns whether programs get another variable too.
  /// - Returns: The selected variables.
  package static func reduced(
    _ variables: [String: String], allowing isAllowed: (String) -> Bool = { _ in false }
  ) -> [String: String] {
    variables.filter { name, value in
      guard !name.isEmpty, !name.utf8.contains(0), !value.utf8.contains(0) else { return false }
      return names.contains(name) || name.hasPrefix("LC_") || isAllowed(name)
    }
  }

  /// The environment variables of this process that every program gets.
  package static var usual: [String: String] {
    var variables: [String: String] = [:]
    for name in names {
      guard let value = unsafe getenv(name) else { continue }
      variables[name] = unsafe String(cString: value)
    }
    return variables
  }
}
