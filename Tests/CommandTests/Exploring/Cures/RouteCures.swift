/// Routes that are weaker than their rule, and users without a route.
extension FindingCases {
  static let weakerRoute = FindingCases(
    "weaker-route",
    [
      Cure(
        "A phone is enrolled with only the password, from anywhere",
        finds: "ann@acme.example gets in by the rule `all` with only password: phone",
        leaves: ["phone can be enrolled on the way, in zone office only"],
        """
        user "ann@acme.example" { password "Correct-Horse-1" }
        enrollment { {+when zone "office"; +}required password; optional phone }
        {+enrollment { required password; ask never }+}
        """),
      Cure(
        "An app is enrolled at a location with a weaker rule",
        finds: "by the rule `all` with only password: google-otp",
        """
        authenticators password, google-otp
        user "ann@acme.example" { password "Correct-Horse-1" }
        sign-on "desk" { when zone "office"; require password }
        sign-on "all" { require password and google-otp }
        enrollment { required password; optional google-otp{+; ask never+} }
        """),
      Cure(
        "The phone that recovers the password is the second factor, too",
        finds: "by the rule `all` with only phone via sms: the password was reset",
        """
        authenticators password, phone via sms, security-question
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"
          security-question "disliked_food" answer "Turnips" }
        recovery { password by phone{+; password-second by security-question+} }
        """),
      Cure(
        "Two steps of a recovery are of the same kind",
        finds: "by email and phone via sms",
        """
        authenticators password, email, phone via sms, security-question
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"
          security-question "disliked_food" answer "Turnips" }
        recovery { password by email; password-second by [-phone-]{+security-question+} }
        """),
      Cure(
        "A mailbox recovers the password that only the session policy asks for",
        finds: "gets in by the session rule `inside` with only email",
        """
        authenticators password, email, google-otp, security-question
        user "ann@acme.example" { password "Correct-Horse-1"; google-otp "JBSWY3DPEHPK3PXP"
          security-question "disliked_food" answer "Turnips" }
        sign-on "all" { require possession }
        session-policy "inside" { require password }
        recovery { password by email{+; password-second by security-question+} }
        """),
      Cure(
        "The link of a welcome mail sets up everything that the rule asks for",
        finds: "new@acme.example gets in by the rule `all` with only the link of a mail",
        leaves: ["lets them set up password and phone, in zone office only"],
        """
        user "new@acme.example" { status staged; activation-token "Wel-come-1" }
        enrollment { {+when zone "office"; +}required password, phone }
        {+enrollment { required password; ask never }+}
        """),
      Cure(
        "A key is enrolled after a text message, which can be phished",
        finds: "get in by the rule `keys` with only password: webauthn can be enrolled",
        leaves: ["webauthn can be enrolled on the way, in zone office only"],
        """
        authenticators password, phone via sms, webauthn
        sign-on "keys" { when group staff; require password and phishing-resistant possession }
        sign-on "rest" { deny }
        enrollment "staff" { when group staff{+ and zone "office"+}
          required password; optional webauthn }
        enrollment { required password; ask never }
        """),
      Cure(
        "A link that sets a new password, and that no recovery rule allows",
        finds: "tom@acme.example gets in by the rule `all` with only phone via sms: the link",
        """
        user "tom@acme.example" { password "Correct-Horse-1"; phone "+15551230102"
          [-recovery-token "recover-tom-1"-] }
        """),
    ],
    nearMisses: [
      NearMiss(
        "A phone that is enrolled already",
        """
        enrollment { required password; optional phone }
        """),
      NearMiss(
        "An enrollment that the rule doesn't need",
        """
        authenticators password, phone via sms, google-otp
        enrollment { required password; optional google-otp }
        """),
      NearMiss(
        "A recovery by a knowledge factor and another possession",
        """
        authenticators password, phone via sms, google-otp, security-question
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"
          google-otp "JBSWY3DPEHPK3PXP"; security-question "disliked_food" answer "Turnips" }
        recovery { password by google-otp; password-second by security-question }
        """),
      NearMiss(
        "A recovery by a mailbox under a rule that doesn't ask for the password",
        """
        authenticators password, email, phone via sms
        sign-on "all" { require phone }
        recovery { password by email }
        """),
      NearMiss(
        "An unlocked account, whose password is still required",
        """
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"; status locked }
        recovery { deny password; unlock by phone; after-unlock sign-in }
        """),
      NearMiss(
        "A missing phone that can't be enrolled during the sign-in",
        """
        user "ann@acme.example" { password "Correct-Horse-1" }
        sign-on "desk" { when zone "office"; require password }
        sign-on "all" { require password and phone }
        """),
    ])

  static let noWayIn = FindingCases(
    "no-way-in",
    [
      Cure(
        "A key that the user doesn't have, and is never asked for",
        finds: "new@acme.example can't get in: the rule `all` asks for something",
        leaves: ["webauthn can be enrolled on the way, in zone office only"],
        """
        authenticators password, webauthn
        user "ann@acme.example" { password "Correct-Horse-1"; passkey ann }
        user "new@acme.example" { password "Correct-Horse-1" }
        sign-on "all" { require password and webauthn }
        {+enrollment "inside" { when zone "office"; required password, webauthn }+}
        enrollment { required password; ask never }
        """),
      Cure(
        "A user who has everything except the factor that the rule excludes",
        finds: "bob@acme.example can't get in: the rule `all`",
        """
        authenticators password, phone via sms, google-otp
        user "ann@acme.example" { password "Correct-Horse-1"; google-otp "JBSWY3DPEHPK3PXP" }
        user "bob@acme.example" { password "Correct-Horse-1"; phone "+15551230102" }
        {+sign-on "phones" { when user "bob@acme.example"; require password and phone }+}
        sign-on "all" { require 2 factors without phone }
        """),
      Cure(
        "A group that must not get in",
        finds: "carl@acme.example can't get in: the rule `guests`",
        """
        authenticators password, phone via sms, webauthn
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101" }
        user "carl@acme.example" { password "Correct-Horse-1"; groups guests }
        sign-on "guests" { when group guests; [-require password and webauthn-]{+deny+} }
        sign-on "all" { require password and phone }
        """),
      Cure(
        "A second factor that only the session policy asks for",
        finds: "new@acme.example can't get in",
        """
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101" }
        user "new@acme.example" { password "Correct-Horse-1" }
        sign-on "all" { require password }
        {+session-policy "new" { when user "new@acme.example"; require password }+}
        session-policy "all" { require password; mfa always }
        """),
      Cure(
        "A key that isn't in a chip",
        finds: "bob@acme.example can't get in: the rule `chips`",
        """
        authenticators password, webauthn
        user "ann@acme.example" { password "Correct-Horse-1"; passkey ann { hardware-protected on } }
        user "bob@acme.example" { password "Correct-Horse-1"; passkey bob; type "remote" }
        {+sign-on "remote" { when type "remote"; require password and webauthn }+}
        sign-on "chips" { require password and hardware-protected possession }
        """),
      Cure(
        "An app that is required before the rule applies, and never enrolls",
        finds: "new@acme.example can't get in: `okta-verify` is required of them",
        """
        authenticators password, okta-verify
        okta-verify { enroll [-never-]{+after 10s+} }
        user "ann@acme.example" { password "Correct-Horse-1"; okta-verify "JBSWY3DPEHPK3PXP" }
        user "new@acme.example" { password "Correct-Horse-1" }
        sign-on "all" { require password }
        enrollment { required password, okta-verify }
        """),
    ],
    nearMisses: [
      NearMiss(
        "A user who gets in from one place only",
        """
        user "ann@acme.example" { password "Correct-Horse-1" }
        sign-on "desk" { when zone "office"; require password }
        sign-on "all" { require password and phone }
        """),
      NearMiss(
        "A suspended user",
        """
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101" }
        user "sue@acme.example" { password "Correct-Horse-1"; status suspended }
        """),
      NearMiss(
        "A rule that denies",
        """
        sign-on "staff" { when group staff; deny }
        sign-on "all" { require password and phone }
        """),
      NearMiss(
        "A factor that is enrolled during the sign-in",
        """
        user "ann@acme.example" { password "Correct-Horse-1" }
        enrollment { required password; optional phone }
        """),
      NearMiss(
        "A forgotten password that is recovered",
        """
        authenticators password, email
        user "ann@acme.example" { email "ann@acme.example" }
        sign-on "all" { require password }
        enrollment { required password }
        recovery { password by email }
        """),
    ])

  static let openRegistration = FindingCases(
    "open-registration",
    [
      Cure(
        "Registration into the group of the staff",
        finds: "anyone who signs up gets in by the rule `staff`, which is for members of a group",
        """
        sign-on "staff" { when group staff; require password }
        sign-on "rest" { deny }
        registration { groups [-staff-]{+newcomers+} }
        """),
      Cure(
        "A rule for everyone, after one that denies users without a group",
        finds: "registration adds new users to `members`",
        """
        user "ann@acme.example" { password "Correct-Horse-1"; groups members }
        user "zoe@acme.example" { password "Correct-Horse-1" }
        sign-on "strangers" { when not group members; deny }
        sign-on "all" { require password }
        registration { [-groups members-] }
        """),
      Cure(
        "One of two groups, in one place",
        finds: "anyone who signs up gets in by the rule `desk`",
        """
        authenticators password, email
        user "ann@acme.example" { password "Correct-Horse-1"; groups partners }
        sign-on "desk" { when group partners, staff and zone "office"; require password and email }
        sign-on "rest" { deny }
        registration { groups guests[-, partners-]; email-verification on }
        enrollment { required password, email }
        """),
      Cure(
        "A phone that newcomers enroll themselves",
        finds: "anyone who signs up gets in by the rule `phones`",
        """
        sign-on "phones" { when group staff; require password and phone }
        sign-on "rest" { deny }
        registration { [-groups staff; -]password at-once }
        enrollment { required password, phone }
        """),
      Cure(
        "A group that gets in by phones only, beside a rule for everyone",
        finds: "anyone who signs up gets in by the rule `phones`, which is for members of a group",
        """
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"
          groups customers }
        sign-on "phones" { when group customers and platform mobile; require password and phone }
        sign-on "rest" { require password and phone }
        registration { groups [-customers-]{+newcomers+} }
        enrollment { required password, phone }
        """),
      Cure(
        "A session policy that denies all but the members of a group",
        finds: "anyone who signs up gets in by the session rule `customers`",
        """
        user "ann@acme.example" { password "Correct-Horse-1"; groups customers }
        sign-on "all" { require password }
        session-policy "customers" { when group customers; require password }
        session-policy "rest" { deny }
        registration { groups [-customers-]{+newcomers+} }
        """),
    ],
    nearMisses: [
      NearMiss(
        "A group that no rule names",
        """
        sign-on "staff" { when group staff; require password and phone }
        sign-on "rest" { require password }
        registration { groups newcomers }
        """),
      NearMiss(
        "A group that a rule denies access to",
        """
        sign-on "newcomers" { when group newcomers; deny }
        sign-on "rest" { require password and phone }
        registration { groups newcomers }
        """),
      NearMiss(
        "Registration that only completes profiles",
        """
        sign-on "staff" { when group staff; require password and phone }
        sign-on "rest" { deny }
        registration { groups staff; unknown-users deny }
        """),
      NearMiss(
        "A rule that asks for a key, which newcomers can't enroll",
        """
        authenticators password, webauthn
        user "ann@acme.example" { password "Correct-Horse-1"; groups staff; passkey ann }
        sign-on "staff" { when group staff; require password and webauthn }
        sign-on "rest" { deny }
        registration { groups staff }
        """),
      NearMiss(
        "A rule for users who aren't in a group",
        """
        sign-on "visitors" { when not group staff; require password }
        sign-on "staff" { require password and phone }
        registration { groups newcomers }
        """),
      NearMiss(
        "Another group of the newcomers is excluded",
        """
        sign-on "staff" { when group staff and not group newcomers; require password and phone }
        sign-on "rest" { deny }
        registration { groups staff, newcomers }
        """),
    ])
}
