/// The settings of an org with an example of one setting, and without it.
package struct SettingTrial {
  /// A block that examples are put into.
  private struct Block {
    let head: String
    let lines: [String]

    init(_ head: String, _ lines: String...) {
      self.head = head
      self.lines = lines
    }
  }

  private let path: [String]
  /// The settings that precede the blocks.
  private let base: String
  /// The blocks that need more than their name, by their own and their parents' names.
  private let blocks: [String: Block]
  /// The settings of its block that the setting can't be next to.
  private let conflicts: [String]

  private init(
    of path: [String], base: [String], blocks: [String: Block], conflicts: [String] = []
  ) {
    self.path = path
    self.base = base.joined(separator: "\n")
    self.blocks = blocks
    self.conflicts = conflicts + path.suffix(1)
  }

  /// The settings without an example.
  package var without: String { text(nil) }

  /// The settings with an example of the setting, which is a line.
  package func with(_ example: String) -> String { text(example) }

  private func text(_ example: String?) -> String {
    var inner = example
    for depth in stride(from: path.count - 1, to: 0, by: -1) {
      let block = blocks[path[..<depth].joined(separator: " ")] ?? Block(path[depth - 1])
      let drops = depth == path.count - 1 && example != nil
      let lines = block.lines.filter { line in
        !(drops && conflicts.contains { line.hasPrefix("\($0) ") })
      }
      let settings = (lines + [inner].compactMap { $0 }).joined(separator: "; ")
      inner = "\(block.head) { \(settings) }"
    }
    return [base, inner ?? ""].joined(separator: "\n")
  }
}

extension SettingTrial {
  /// A trial of a setting of the Identity Engine, by its own and its parents' names.
  package static func idx(_ path: [String]) -> SettingTrial {
    let base = [
      "authenticators password, email, phone, google-otp, okta-verify, security-question, webauthn,"
        + " custom-otp, duo, onprem-mfa, rsa-token, symantec-vip, tac, yubikey",
      "user \"jane@example.com\" { groups staff }",
    ]
    // A shared policy has an effect only in an app that uses it.
    let shared =
      switch (path[0], path.count) {
      case ("app", 2...): ["sign-on-policy \"strong\" { sign-on { require any 2 } }"]
      case ("routing", 2...): ["idp \"Acme\""]
      case ("sign-on-policy", 2...): ["app \"acme\" { sign-on-policy \"strong\" }"]
      default: [String]()
      }
    var blocks = [
      "sign-on-policy": Block("sign-on-policy \"strong\"", "sign-on { deny }"),
      "user": Block("user \"bob@example.com\""),
      "user okta-verify": Block("okta-verify \"JBSWY3DPEHPK3PXPJBSWY3DP\""),
      "user passkey": Block("passkey bob"),
      "idp": Block("idp \"Acme\""),
      "routing": Block("routing \"all\"", "to idp \"Acme\""),
      "sign-on": Block("sign-on \"all\"", "require password"),
      "account-management": Block("account-management \"all\"", "require password"),
      "session-policy": Block("session-policy \"all\""),
      "zone": Block("zone \"home\""),
      "assurance": Block("assurance \"Macs\"", "platform windows"),
      "keep-me-signed-in": Block("keep-me-signed-in asked"),
      "recovery": Block("recovery \"all\"", "password by phone", "unlock by phone"),
      "passwords": Block("passwords \"all\"", "expire after 60 days"),
      "lockout": Block("lockout", "after 3 attempts"),
    ]
    // A rule can't offer and deny the same.
    if path == ["recovery", "deny"] { blocks["recovery"] = Block("recovery \"all\"") }
    return SettingTrial(
      of: path, base: path == ["authenticators"] ? [] : base + shared, blocks: blocks,
      conflicts: path.count == 2 && path[1] == "deny" ? ["require"] : [])
  }

  /// A trial of a setting of nextAuth.
  package static func nextAuth(_ path: [String]) -> SettingTrial {
    let servers = ["server \"first.example\"", "server \"bank.example\""]
    return SettingTrial(
      of: path, base: (path[0] == "server" ? [] : servers) + ["account \"jane\""],
      blocks: [
        "server": Block("server \"bank.example\""), "account": Block("account \"bob\""),
      ])
  }

  /// The settings that only providers have.
  private static let ofProviders = [
    "allow", "check-caller", "passcode", "unmatched-hint", "second-request", "refused-session",
    "passcode-attempts", "login-attempts", "login",
  ]

  /// A trial of a setting of the mobile identity provider flow.
  package static func mobileIdP(_ path: [String]) -> SettingTrial {
    let hosts = "login-hosts \"login.salesforce.com\", \"test.salesforce.com\""
    let provider = "app \"Authenticator\" { role provider; scheme auth; consumer-key IDP_KEY }"
    let client = "app \"Sample App\" { scheme sampleapp; consumer-key SP_KEY }"
    // A flow needs a client, whatever the example changes about the other one.
    let other = "app \"Second App\" { scheme second; consumer-key SECOND_KEY }"
    let user = "user \"ada@acme.test\""
    let base: [String] =
      switch (path[0], path.count) {
      case ("login-hosts", 1): [client]
      // All apps run on one platform.
      case ("app", 2) where path[1] == "platform": []
      case ("app", 2): [hosts, provider, other, user]
      default: [hosts, provider, client, user]
      }
    let isOfProvider = path.count == 2 && ofProviders.contains(path[1])
    let role = isOfProvider ? "role provider" : "role client"
    return SettingTrial(
      of: path, base: base,
      blocks: [
        "app": Block("app \"Sample App\"", role, "scheme oldapp", "consumer-key OLD_KEY"),
        "connected-app": Block("connected-app SP_KEY"), "user": Block("user \"ben@acme.test\""),
      ])
  }
}
