/// A small org with a rule for its staff, for comparing two versions of it.
enum StaffOrg {
  /// Returns the script of the org.
  ///
  /// - Parameters:
  ///   - staff: What the rule for the staff asks for.
  ///   - more: More settings of the org.
  ///   - claims: The claims after the org.
  /// - Returns: The script.
  static func text(
    _ staff: String = "require password and phone", more: String = "", claims: String = ""
  ) -> String {
    """
    org acme {
      authenticators password, email, phone via sms
      user "ada@x.example" {
        password "Correct-Horse-1"; email "ada@x.example"; phone "+15551234567"; groups staff
      }
      sign-on "staff" { when group staff; \(staff) }
      sign-on { require password and phone }
      \(more)
    }
    \(claims)

    """
  }
}
