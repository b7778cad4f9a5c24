/// Sound orgs, and a variant of each with one weakness.
enum WeakOrgs {
  /// A sound org of several that differ in their requirements.
  struct Base: Sendable {
    var name: String
    /// The requirement of the staff's rule, and the authenticators that can meet it.
    var require: String
    var having: String
  }

  static let bases = [
    Base(
      name: "phones", require: "password and phone", having: "phone \"+15551230100\""),
    Base(
      name: "codes", require: "2 factors without email",
      having: "google-otp \"JBSWY3DPEHPK3PXP\""),
    Base(name: "keys", require: "password and webauthn", having: "passkey staff"),
    Base(
      name: "apps", require: "password and okta-verify via push",
      having: "okta-verify \"JBSWY3DPEHPK3PXP\""),
    Base(
      name: "chains", require: "password then (google-otp or phone)",
      having: "phone \"+15551230100\"; google-otp \"JBSWY3DPEHPK3PXP\""),
  ]

  /// A weakness: the new text, the text that it replaces, and the problem that reports it.
  struct Weakness: Sendable {
    var name: String
    var id: String
    var change: @Sendable (Parts) -> Parts
  }

  /// The parts of an org's text.
  struct Parts: Sendable {
    var rules: [String]
    var enrollment = "enrollment { required password; ask never }"
    var more: [String] = []
    var users: [String]

    init(_ base: Base) {
      rules = [
        "sign-on \"admins\" { when group admins; require password and phishing-resistant "
          + "possession }",
        "sign-on \"staff\" { when group staff; require \(base.require) }",
        "sign-on { deny }",
      ]
      users = [
        "user \"ada@acme.example\" { password \"Correct-Horse-1\"; groups admins; passkey ada }",
        "user \"sam@acme.example\" { password \"Correct-Horse-1\"; groups staff; \(base.having) }",
        "user \"zoe@acme.example\" { password \"Correct-Horse-1\" }",
      ]
    }

    var text: String {
      let lines =
        [
          "authenticators password, email, phone via sms, google-otp, webauthn, "
            + "okta-verify via push or fastpass",
          "zone \"office\" { ip \"10.0.0.0/8\" }",
        ] + rules + [enrollment] + more + users
      return "org acme {\n" + lines.map { "  \($0)\n" }.joined() + "}\n"
        + "claim \"everybody shows two kinds\" { always kinds >= 2 }\n"
    }
  }

  static let all = [
    // keycloak#21837: a user with the password enrolls the rule's factor.
    Weakness(name: "enrolled on the way", id: "weaker-route") { parts in
      var parts = parts
      parts.enrollment =
        "enrollment { required password; optional phone, google-otp, webauthn, okta-verify }"
      parts.users.append("user \"new@acme.example\" { password \"Correct-Horse-1\"; groups staff }")
      return parts
    },
    // kratos#4317: one mailbox counts as both.
    Weakness(name: "recovered by what is asked for", id: "weaker-route") { parts in
      var parts = parts
      parts.rules[1] = "sign-on \"staff\" { when group staff; require password and email }"
      parts.more.append("recovery { password by email }")
      return parts
    },
    // kratos#4285: a user without a password is never asked for a second factor.
    Weakness(name: "one code is enough", id: "broken-claim") { parts in
      var parts = parts
      parts.rules.insert(
        "sign-on \"codes\" { when user \"sam@acme.example\"; require any 1 }", at: 0)
      return parts
    },
    Weakness(name: "a rule behind a wider one", id: "policy-rule-shadowed") { parts in
      var parts = parts
      parts.rules.insert(
        "sign-on \"office\" { when group staff and zone \"office\"; require password and webauthn }",
        at: 2)
      return parts
    },
    Weakness(name: "nothing to meet the rule with", id: "no-way-in") { parts in
      var parts = parts
      parts.users.append(
        "user \"new@acme.example\" { password \"Correct-Horse-1\"; groups admins }")
      return parts
    },
    Weakness(name: "a message in place of a key", id: "weak-method") { parts in
      var parts = parts
      parts.rules[0] =
        "sign-on \"admins\" { when group admins; "
        + "require password and (webauthn or okta-verify via fastpass or phone via sms) }"
      parts.users[0] =
        "user \"ada@acme.example\" { password \"Correct-Horse-1\"; groups admins; passkey ada; "
        + "okta-verify \"JBSWY3DPEHPK3PXP\"; phone \"+15551230111\" }"
      return parts
    },
    Weakness(name: "an app that never enrolls", id: "enrollment-impossible") { parts in
      var parts = parts
      parts.enrollment = "enrollment { required password, okta-verify }"
      parts.more.append("okta-verify { enroll never }")
      parts.users.append(
        "user \"new@acme.example\" { password \"Correct-Horse-1\"; groups staff; "
          + "phone \"+15551230122\"; google-otp \"JBSWY3DPEHPK3PXP\"; passkey new }")
      return parts
    },
  ]
}
