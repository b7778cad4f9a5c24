import FlowCrypto
import FlowHTTP
import FlowSyntax

extension UserImport {
  /// Returns examples of users who have enrolled nothing, if a pull read only a sample.
  ///
  /// Every tenant has them at some time: a new member of a group. Policies of enrollment and
  /// recovery matter most for them, and a sample may lack them. There is one for each class of
  /// users with the same groups, type and attributes.
  ///
  /// - Parameter logins: The logins of the users, in lower case.
  /// - Returns: The lines.
  func newHires(_ logins: Set<String>) -> [OrgLine] {
    var lines: [OrgLine] = []
    var kinds: Set<[String]> = []
    let active = catalog.users.filter { user in
      ["ACTIVE", nil].contains(user.json["status"]?.string?.uppercased())
    }
    for user in active {
      let body = traits(of: user)
      guard kinds.insert(body).inserted else { continue }
      // The name depends only on the class, so that two pulls have the same examples.
      let login = "new-hire-\(NewHires.digits(of: body))@example.com"
      guard !logins.contains(login) else { continue }
      let password = "password \(TextLiteral.quoted(Simulated.password))"
      let all = (offered.has("password") ? [password] : []) + body
      lines.append(
        OrgLine(
          "user \(TextLiteral.quoted(login))", nil,
          block: all.map { OrgLine($0, nil) }))
    }
    guard !lines.isEmpty else { return [] }
    return [
      OrgLine(
        comment: "The pull read a sample of the users. So there are examples of users who have "
          + "enrolled nothing but their address.")
    ] + lines
  }

  /// Returns the settings of a user that rules can test, except the login and the address.
  private func traits(of user: Exported) -> [String] {
    var lines = kind(of: user)
    for member in user.json["profile"]?.object?.members ?? [] {
      guard let text = member.value.string, !text.isEmpty, OrgText.isWord(member.name),
        NewHires.isShared(member.name), text != user.json["profile"]?["login"]?.string
      else { continue }
      lines.append("attribute \(member.name) \(TextLiteral.quoted(text))")
    }
    return lines
  }
}

/// Which attributes users of the same kind share.
enum NewHires {
  /// Attributes that only one user has.
  private static let own: Set<String> = [
    "login", "email", "secondEmail", "firstName", "lastName", "middleName", "nickName",
    "displayName", "mobilePhone", "primaryPhone", "streetAddress", "profileUrl", "employeeNumber",
    "honorificPrefix", "honorificSuffix", "postalAddress",
  ]

  /// Returns eight hexadecimal digits that identify a class of users.
  static func digits(of settings: [String]) -> String {
    SHA256.digits(of: settings.joined(separator: "\n"), bytes: 4)
  }

  static func isShared(_ name: String) -> Bool { !own.contains(name) }
}
