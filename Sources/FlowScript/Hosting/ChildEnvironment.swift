#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The variables that a program gets which a script or an inbox runs.
///
/// It gets what programs need to work at all and nothing else: a job's environment holds
/// credentials that are none of its business.
package enum ChildEnvironment {
  private static let names: Set = ["HOME", "LANG", "PATH", "TERM", "TMPDIR", "USER"]

  /// Chooses among variables.
  ///
  /// - Parameters:
  ///   - variables: All variables.
  ///   - isAllowed: Whether another variable may be given to programs, too.
  /// - Returns: Those that a program gets.
  package static func reduced(
    _ variables: [String: String], allowing isAllowed: (String) -> Bool = { _ in false }
  ) -> [String: String] {
    variables.filter { name, value in
      guard !name.isEmpty, !name.utf8.contains(0), !value.utf8.contains(0) else { return false }
      return names.contains(name) || name.hasPrefix("LC_") || isAllowed(name)
    }
  }

  /// The variables of this process that every program gets.
  package static var usual: [String: String] {
    var variables: [String: String] = [:]
    for name in names {
      guard let value = unsafe getenv(name) else { continue }
      variables[name] = unsafe String(cString: value)
    }
    return variables
  }
}
