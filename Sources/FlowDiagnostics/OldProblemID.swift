/// The ids of problems that had another spelling.
///
/// Settings and commands accept both, and the fingerprints of findings keep the old one, so that an
/// earlier audit can still be compared with.
package enum OldProblemID {
  private static let renamed = [(old: "enrolment-impossible", current: "enrollment-impossible")]

  /// The current spelling of an old id; `nil` for any other id.
  package static func replacement(for id: String) -> String? {
    renamed.first { $0.old == id }?.current
  }

  /// The oldest spelling of an id.
  package static func oldest(of id: String) -> String {
    renamed.first { $0.current == id }?.old ?? id
  }
}
