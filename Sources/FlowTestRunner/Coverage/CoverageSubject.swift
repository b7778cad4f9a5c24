/// An org or a script whose coverage is counted.
package struct CoverageSubject: Sendable, Hashable {
  /// The title, such as `org acme (orgs.flow)`, `org demo` or `Examples/reset.flow`.
  package let title: String
  /// The file of the org or script; `nil` for a built-in org or a real issuer.
  package let file: String?

  /// Returns the subject for a simulated org.
  ///
  /// The title contains the file, because two scripts may have orgs of the same name.
  package static func org(_ name: String, file: String?) -> CoverageSubject {
    CoverageSubject(title: "org \(name)" + (file.map { " (\($0))" } ?? ""), file: file)
  }

  /// Returns the subject for a real issuer with this address.
  package static func issuer(_ address: String) -> CoverageSubject {
    CoverageSubject(title: "org \(address)", file: nil)
  }

  /// Returns the subject for a script.
  package static func script(_ file: String) -> CoverageSubject {
    CoverageSubject(title: file, file: file)
  }
}
