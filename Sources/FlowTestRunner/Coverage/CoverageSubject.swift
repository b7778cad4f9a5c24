/// An org or a script, of which something is covered.
package struct CoverageSubject: Sendable, Hashable {
  /// What it is called: `org acme (orgs.flow)`, `org demo`, `Examples/reset.flow`.
  package let title: String
  /// The file that it stands in; `nil` for a built-in org and for a real issuer.
  package let file: String?

  /// An org of a script, or a built-in one.
  ///
  /// Two scripts may have orgs of one name, so that the file is part of what it is called.
  package static func org(_ name: String, file: String?) -> CoverageSubject {
    CoverageSubject(title: "org \(name)" + (file.map { " (\($0))" } ?? ""), file: file)
  }

  /// A real issuer, by its address.
  package static func issuer(_ address: String) -> CoverageSubject {
    CoverageSubject(title: "org \(address)", file: nil)
  }

  /// A script.
  package static func script(_ file: String) -> CoverageSubject {
    CoverageSubject(title: file, file: file)
  }
}
