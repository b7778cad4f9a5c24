/// The text of an org in a few lines: a sound org, with the statements that a case has instead.
struct CureOrg: Sendable {
  /// The sound org that every case begins with, one statement after the other.
  static let base = """
    authenticators password, phone via sms
    zone "office" { ip "10.0.0.0/8" }
    user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"; groups staff }
    user "bob@acme.example" { password "Correct-Horse-1"; phone "+15551230102"
      groups staff, admins }
    sign-on "all" { require password and phone }
    enrollment { required password; ask never }
    recovery { deny password, unlock }
    """

  /// The script: the org, followed by the claims of the case.
  let text: String

  /// Builds the org of a case.
  ///
  /// - Parameter lines: The statements of the case. Each replaces all statements of the base that
  ///   begin with the same word.
  init(_ lines: String) {
    let own = CureOrg.statements(lines)
    let words = Set(own.map(CureOrg.word))
    let kept = CureOrg.statements(CureOrg.base).filter { !words.contains(CureOrg.word($0)) }
    let claims = own.filter { CureOrg.word($0) == "claim" }
    let settings = kept + own.filter { CureOrg.word($0) != "claim" }
    text = "org acme {\n" + settings.joined() + "}\n" + claims.joined()
  }

  private static func word(_ statement: String) -> Substring {
    statement.split(whereSeparator: \.isWhitespace).first ?? ""
  }

  /// The statements of a text: each ends with the line that closes its last brace, and doesn't end
  /// with a comma.
  private static func statements(_ text: String) -> [String] {
    var statements: [String] = []
    var (statement, depth) = ("", 0)
    for line in text.split(separator: "\n") {
      statement += "  \(line)\n"
      depth += line.count { $0 == "{" } - line.count { $0 == "}" }
      guard depth == 0, !line.hasSuffix(",") else { continue }
      statements.append(statement)
      statement = ""
    }
    return statements + (statement.isEmpty ? [] : [statement])
  }
}
