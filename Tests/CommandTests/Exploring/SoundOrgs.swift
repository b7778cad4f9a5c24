/// Sound orgs whose lines have names, so that a mutation can change one of them.
struct SoundOrg: Sendable {
  var name: String
  /// The lines, in their order.
  private(set) var lines: [(name: String, text: String)]
  /// The factor that the staff use beside a password, as rules and as users name it.
  let factor: String
  let having: String

  static let all = [
    SoundOrg("phones", "phone", "phone \"+15551230101\""),
    SoundOrg("codes", "google-otp", "google-otp \"JBSWY3DPEHPK3PXP\""),
    SoundOrg("keys", "webauthn", "passkey sam"),
    SoundOrg("apps", "okta-verify via push", "okta-verify \"JBSWY3DPEHPK3PXP\""),
    SoundOrg("kinds", "possession", "phone \"+15551230101\"; google-otp \"JBSWY3DPEHPK3PXP\""),
    SoundOrg("lists", "(phone or google-otp)", "google-otp \"JBSWY3DPEHPK3PXP\""),
    SoundOrg("mail", "email", "phone \"+15551230101\""),
  ]

  private init(_ name: String, _ factor: String, _ having: String) {
    self.name = name
    self.factor = factor
    self.having = having
    let password = "password \"Correct-Horse-1\""
    let question = "security-question \"disliked_food\" answer \"Turnips\""
    lines = [
      (
        "authenticators",
        "authenticators password, email, phone via sms, google-otp, webauthn, "
          + "okta-verify via push or fastpass, security-question"
      ),
      ("office", "zone \"office\" { ip \"10.0.0.0/8\" }"),
      ("vpn", "zone \"vpn\" { ip \"192.0.2.0/24\" }"),
      ("risky", "sign-on \"risky\" { when risk high; deny }"),
      (
        "admins",
        "sign-on \"admins\" { when group admins; "
          + "require password and phishing-resistant possession; reauthenticate every 8h }"
      ),
      (
        "staff",
        "sign-on \"staff\" { when group staff; require password and \(factor); "
          + "reauthenticate every 8h }"
      ),
      ("rest", "sign-on \"rest\" { deny }"),
      ("session", "session-policy \"all\" { require password; lifetime 8h; idle 30m }"),
      (
        "enrollment",
        "enrollment \"inside\" { when zone \"office\"; required password; "
          + "optional phone, google-otp, webauthn, okta-verify }"
      ),
      ("outside", "enrollment \"outside\" { required password; ask never }"),
      ("recovery", "recovery { password by phone; password-second by security-question }"),
      ("ada", "user \"ada@acme.example\" { \(password); groups admins, Everyone; passkey ada }"),
      (
        "sam",
        "user \"sam@acme.example\" { \(password); groups staff, Everyone; \(having); \(question) }"
      ),
      ("pat", "user \"pat@acme.example\" { \(password); groups staff, Everyone }"),
      ("zoe", "user \"zoe@acme.example\" { \(password); groups Everyone }"),
    ]
  }

  var text: String { "org acme {\n" + lines.map { "  \($0.text)\n" }.joined() + "}\n" }

  /// The text of a line.
  subscript(name: String) -> String {
    get { lines.first { $0.name == name }?.text ?? "" }
    set {
      if let index = lines.firstIndex(where: { $0.name == name }) { lines[index].text = newValue }
    }
  }

  mutating func remove(_ name: String) { lines.removeAll { $0.name == name } }

  mutating func insert(_ text: String, before name: String) {
    let index = lines.firstIndex { $0.name == name } ?? lines.endIndex
    lines.insert((text, text), at: index)
  }

  mutating func add(_ text: String) { lines.append((text, text)) }

  mutating func move(_ name: String, before other: String) {
    guard let from = lines.firstIndex(where: { $0.name == name }) else { return }
    let line = lines.remove(at: from)
    lines.insert(line, at: lines.firstIndex { $0.name == other } ?? lines.endIndex)
  }

  mutating func replace(_ text: String, by other: String, in name: String) {
    guard self[name].contains(text) else { return }
    self[name] = self[name].replacing(text, with: other)
  }
}

/// A change to a sound org that lets a user in who was denied, or with less.
struct Mutation: Sendable {
  var name: String
  /// The finding that it causes by definition; `nil` if only a comparison with the sound org
  /// reports it.
  var finding: String?
  /// The orgs in which it changes no user's options, and causes no finding.
  var idle: Set<String>
  /// Whether it changes no user's options, though it is a finding.
  var isOfTextAlone: Bool
  var change: @Sendable (inout SoundOrg) -> Void

  init(
    _ name: String, _ finding: String? = nil, idle: Set<String> = [], isOfTextAlone: Bool = false,
    _ change: @escaping @Sendable (inout SoundOrg) -> Void
  ) {
    self.name = name
    self.finding = finding
    self.idle = idle
    self.isOfTextAlone = isOfTextAlone
    self.change = change
  }

  /// The orgs whose staff don't need to enroll anything, since all users have a mailbox.
  private static let mailing: Set = ["kinds", "mail"]

  static let all = rules + findings + sessions + accounts

  /// Changes of rules that only a comparison reports.
  private static let rules = [
    Mutation("a zone opened to everyone", idle: mailing) {
      $0.replace("\"10.0.0.0/8\"", by: "\"0.0.0.0/0\"", in: "office")
    },
    Mutation("a zone with one more network", idle: mailing) {
      $0.replace("\"10.0.0.0/8\"", by: "\"10.0.0.0/8\", \"203.0.113.0/24\"", in: "office")
    },
    Mutation("a second zone to enroll in", idle: mailing) {
      $0.replace("\"office\"", by: "\"office\", \"vpn\"", in: "enrollment")
    },
    Mutation("one factor less for the staff") {
      $0.replace(" and \($0.factor)", by: "", in: "staff")
    },
    Mutation("one factor less for the admins") {
      $0.replace(" and phishing-resistant possession", by: "", in: "admins")
    },
    Mutation("one characteristic less") { $0.replace("phishing-resistant ", by: "", in: "admins") },
    Mutation("another way to meet a rule") {
      $0.replace("password and \($0.factor)", by: "password", in: "staff")
    },
    Mutation("nothing denied at a high risk") { $0.remove("risky") },
    Mutation("denied at another risk") { $0.replace("high", by: "low", in: "risky") },
    Mutation("denied only to one group") {
      $0.replace("when risk", by: "when group admins and risk", in: "risky")
    },
    Mutation("everyone let in who was denied") {
      $0.replace("deny", by: "require password", in: "rest")
    },
    Mutation("one user let in who was denied") {
      $0.insert(
        "sign-on \"zoe\" { when user \"zoe@acme.example\"; require password }", before: "rest")
    },
    Mutation("a group that a user joins") {
      $0.replace("groups Everyone", by: "groups Everyone, staff", in: "zoe")
    },
  ]

  /// Changes of rules that meet a definition.
  private static let findings = [
    Mutation("a denial after a rule that lets in", "deny-bypassed") {
      $0.move("risky", before: "rest")
    },
    Mutation("a denial between two rules", "deny-bypassed") { $0.move("risky", before: "staff") },
    Mutation("a broader rule first", "privilege-inversion") {
      $0.insert(
        "sign-on \"everyone\" { when group Everyone; require password }", before: "admins")
    },
    Mutation("a broader rule that covers everyone", "rule-never-decides") {
      $0.insert(
        "sign-on \"everyone\" { when group Everyone; require password }", before: "admins")
    },
    Mutation("an admin excluded who falls through", "privilege-inversion") {
      $0.replace("group admins", by: "group admins and not user \"ada@acme.example\"", in: "admins")
      $0.replace("deny", by: "require password", in: "rest")
    },
    Mutation("a group with less than the rest", "group-gets-less") {
      $0.replace("deny", by: "require password and email", in: "rest")
      $0.insert("sign-on \"guests\" { when group guests; require password }", before: "rest")
      $0.replace("groups Everyone", by: "groups Everyone, guests", in: "zoe")
    },
    Mutation("less outside than inside", "risk-inversion") {
      $0.replace("group staff", by: "group staff and zone \"office\"", in: "staff")
      $0.insert("sign-on \"away\" { when group staff; require password }", before: "rest")
    },
    Mutation("less on any device than on a managed one", "risk-inversion") {
      $0.replace("group staff", by: "group staff and device managed", in: "staff")
      $0.insert("sign-on \"any\" { when group staff; require password }", before: "rest")
    },
    Mutation("less at a medium risk", "risk-inversion") {
      $0.insert(
        "sign-on \"medium\" { when group staff and risk medium; require password }",
        before: "staff")
    },
    Mutation("a high risk that falls to a weaker rule", "risk-inversion") {
      $0.remove("risky")
      $0.replace("group staff", by: "group staff and risk low, medium", in: "staff")
      $0.insert("sign-on \"others\" { when group staff; require password }", before: "rest")
    },
    Mutation("an admin excluded by a place who falls through", "privilege-inversion") {
      $0.replace("group admins", by: "group admins and not zone \"vpn\"", in: "admins")
      $0.replace("deny", by: "require password", in: "rest")
    },
    Mutation("any two in place of two kinds", "same-kind") {
      $0.replace("password and \($0.factor)", by: "any 2", in: "staff")
    },
    Mutation("two possessions", "same-kind") {
      $0.replace("password and \($0.factor)", by: "email and phone", in: "staff")
    },
    Mutation("a rule after a wider one", "policy-rule-shadowed", isOfTextAlone: true) {
      $0.insert(
        "sign-on \"desk\" { when group staff and zone \"vpn\"; require password and webauthn }",
        before: "rest")
    },
    Mutation("a text message beside keys", "weak-method") {
      $0.replace(
        "phishing-resistant possession",
        by: "(webauthn or okta-verify via fastpass or phone via sms)", in: "admins")
      $0.replace(
        "passkey ada", by: "passkey ada; okta-verify \"JBSWY3DPEHPK3PXP\"; phone \"+15551230111\"",
        in: "ada")
    },
  ]

  /// Changes of sessions.
  private static let sessions = [
    Mutation("a session of a month", "long-session") {
      $0.replace("lifetime 8h", by: "lifetime 30 days", in: "session")
      $0.replace("; reauthenticate every 8h", by: "", in: "staff")
    },
    Mutation("asked again after a week", "long-session") {
      $0.replace("lifetime 8h", by: "lifetime 30 days", in: "session")
      $0.replace("every 8h", by: "every 7 days", in: "staff")
    },
    Mutation("a session that idles for hours", "long-session") {
      $0.replace("idle 30m", by: "idle 6h", in: "session")
    },
    Mutation("kept signed in for 90 days", "long-session") {
      $0.add("keep-me-signed-in asked { lifetime 90 days }")
      $0.replace("; reauthenticate every 8h", by: "", in: "staff")
    },
  ]

  /// Changes of enrollment, recovery and registration.
  private static let accounts = [
    Mutation("enrolled from anywhere", "weaker-route", idle: mailing) {
      $0.replace("when zone \"office\"; ", by: "", in: "enrollment")
      $0.remove("outside")
    },
    Mutation("recovered by one factor", "weaker-route") {
      $0.replace("; password-second by security-question", by: "", in: "recovery")
      $0.replace("passkey ada", by: "passkey ada; phone \"+15551230111\"", in: "ada")
    },
    Mutation("recovered only by mail", "weaker-route") {
      $0["recovery"] = "recovery { password by email }"
    },
    Mutation("recovered by two factors of one kind", "weaker-route") {
      $0["recovery"] = "recovery { password by email; password-second by phone }"
      $0.replace("passkey ada", by: "passkey ada; phone \"+15551230111\"", in: "ada")
    },
    Mutation("strangers among the staff", "open-registration", idle: ["mail"]) {
      $0.add("registration { groups staff }")
    },
    Mutation("a welcome link that enrolls everything", "weaker-route") {
      $0.replace("when zone \"office\"; ", by: "when group staff; ", in: "enrollment")
      $0.add(
        "user \"new@acme.example\" { groups staff; status staged; activation-token \"Wel-come-1\" }"
      )
    },
    Mutation("an admin without a key", "no-way-in") {
      $0.replace(", google-otp, webauthn, okta-verify", by: "", in: "enrollment")
      $0.add("user \"eve@acme.example\" { password \"Correct-Horse-1\"; groups admins, Everyone }")
    },
    Mutation("an app that never enrolls", "enrollment-impossible") {
      $0.replace("required password", by: "required password, okta-verify", in: "enrollment")
      $0.replace(", okta-verify }", by: " }", in: "enrollment")
      $0.add("okta-verify { enroll never }")
      $0.replace("okta-verify \"JBSWY3DPEHPK3PXP\"", by: "phone \"+15551230177\"", in: "sam")
    },
  ]
}
