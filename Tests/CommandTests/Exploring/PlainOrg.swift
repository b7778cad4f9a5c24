/// An org of one user with a password, by its other settings.
enum PlainOrg {
  static func text(_ settings: String, session: String = "") -> String {
    """
    org acme {
      authenticators password, email
      user "ann@acme.example" { password "Correct-Horse-1"; \(session) }
      recovery { deny password, unlock }
      \(settings)
    }
    """
  }
}
