/// Rules that accept factors that are too weak, and factors that no one can enroll.
extension FindingCases {
  static let sameKind = FindingCases(
    "same-kind",
    [
      Cure(
        "Any two of a mailbox and a phone",
        finds: "ann@acme.example and bob@acme.example get in with email and phone via sms",
        """
        authenticators password, email, phone via sms
        sign-on "all" { require [-any 2-]{+2 factors+} }
        """),
      Cure(
        "Two possessions, by name",
        finds: "the rule `all` asks for two factors, and accepts two of the same kind",
        """
        authenticators password, email, phone via sms
        sign-on "all" { require [-email and phone-]{+password and possession+} }
        """),
      Cure(
        "Two knowledge factors",
        finds: "the rule `questions` asks for two factors, and accepts two of the same kind: zoe@",
        """
        authenticators password, phone via sms, security-question
        user "zoe@acme.example" { password "Correct-Horse-1"; phone "+15551230104"; groups guests
          security-question "disliked_food" answer "Turnips" }
        sign-on "questions" { when group guests
          require password and [-security-question-]{+possession+} }
        sign-on "rest" { deny }
        """),
      Cure(
        "One of two alternatives, in order",
        finds: "accepts two of the same kind",
        """
        authenticators password, email, google-otp
        user "ann@acme.example" { password "Correct-Horse-1"; google-otp "JBSWY3DPEHPK3PXP" }
        sign-on "away" { when not zone "office"
          require [-(password or google-otp) then email-]{+password and possession+} }
        sign-on "office" { require password }
        """),
      Cure(
        "A rule that no user of the org meets in this way yet",
        finds: "the rule `admins` asks for two factors, and accepts two of the same kind",
        """
        authenticators password, phone via sms, google-otp
        sign-on "admins" { when group admins; require [-any 2-]{+2 factors+} }
        sign-on "rest" { require password and phone }
        """),
    ],
    nearMisses: [
      NearMiss(
        "Any two, of which there are only two kinds",
        """
        sign-on "all" { require any 2 }
        """),
      NearMiss(
        "One of two possessions",
        """
        authenticators password, email, phone via sms
        sign-on "all" { require email or phone }
        """),
      NearMiss(
        "Two kinds, and a second possession",
        """
        authenticators password, email, phone via sms
        sign-on "all" { require password and email and phone }
        """),
      NearMiss(
        "One key that verifies its user",
        """
        authenticators password, webauthn
        user "ann@acme.example" { password "Correct-Horse-1"; passkey ann }
        sign-on "all" { require user-verifying webauthn }
        """),
      NearMiss(
        "Any two except two of the same phone",
        """
        authenticators password, email, phone via sms
        sign-on "all" { require any 2 without email }
        """),
      NearMiss(
        "Any two, denied to everyone",
        """
        authenticators password, email, phone via sms
        sign-on "guests" { when group guests; deny }
        sign-on "all" { require password and possession }
        """),
    ])

  static let weakMethod = FindingCases(
    "weak-method",
    [
      Cure(
        "A text message beside two that resist phishing",
        finds: "`phone via sms` is weaker than everything else that the rule `all` accepts",
        """
        authenticators password, phone via sms, webauthn, okta-verify via fastpass
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"; passkey ann
          okta-verify "JBSWY3DPEHPK3PXP" { user-verification biometrics } }
        sign-on "all" {
          require password and (webauthn or okta-verify via fastpass[- or phone via sms-]) }
        """),
      Cure(
        "A text message, which one user needs",
        finds: "`phone via sms` is weaker than everything else that the rule `all` accepts",
        """
        authenticators password, phone via sms, webauthn, okta-verify via fastpass
        user "ann@acme.example" { password "Correct-Horse-1"; passkey ann
          okta-verify "JBSWY3DPEHPK3PXP" { user-verification biometrics } }
        user "zoe@acme.example" { password "Correct-Horse-1"; phone "+15551230104" }
        {+sign-on "zoe" { when user "zoe@acme.example"; require password and phone }+}
        sign-on "all" {
          require password and (webauthn or okta-verify via fastpass[- or phone via sms-]) }
        """),
      Cure(
        "One kind of factor beside two",
        finds: "`email` is weaker than everything else that the rule `all` accepts",
        """
        authenticators password, email, phone via sms
        sign-on "all" { require password and phone[- or email-] }
        """),
      Cure(
        "A mail beside keys, by a rule for a group",
        finds: "`email` is weaker than everything else that the rule `staff` accepts",
        """
        authenticators password, email, webauthn, okta-verify via fastpass
        user "ann@acme.example" { password "Correct-Horse-1"; passkey ann; groups staff
          okta-verify "JBSWY3DPEHPK3PXP" { user-verification biometrics } }
        sign-on "staff" { when group staff; require password and possession[--]{+ without email+} }
        sign-on "rest" { deny }
        """),
      Cure(
        "A call that the rule of the office accepts, too",
        finds: "`phone via voice` is weaker than everything else that the rule `away` accepts",
        """
        authenticators password, phone via voice, webauthn, okta-verify via fastpass
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101" via voice
          passkey ann; okta-verify "JBSWY3DPEHPK3PXP" { user-verification biometrics } }
        sign-on "office" { when zone "office"; require password and possession }
        sign-on "away" { require password and [-possession-]{+phishing-resistant possession+} }
        """),
    ],
    nearMisses: [
      NearMiss(
        "A text message that recovers the password, and signs no one in",
        """
        authenticators password, phone via sms, webauthn, okta-verify via fastpass,
          security-question
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"; passkey ann
          okta-verify "JBSWY3DPEHPK3PXP" { user-verification biometrics }
          security-question "disliked_food" answer "Turnips" }
        sign-on "all" { require password and (webauthn or okta-verify via fastpass) }
        recovery { password by phone; password-second by security-question }
        """),
      NearMiss(
        "Another method of the same weakness",
        """
        authenticators password, email, phone via sms, webauthn, okta-verify via fastpass
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"; passkey ann
          okta-verify "JBSWY3DPEHPK3PXP" }
        sign-on "all" { require password and possession }
        """),
      NearMiss(
        "A text message that no user of the org has",
        """
        authenticators password, phone via sms, webauthn, okta-verify via fastpass
        user "ann@acme.example" { password "Correct-Horse-1"; passkey ann
          okta-verify "JBSWY3DPEHPK3PXP" { user-verification biometrics } }
        sign-on "all" { require password and (webauthn or okta-verify via fastpass or phone) }
        """),
      NearMiss(
        "A text message in a separate rule",
        """
        authenticators password, phone via sms, webauthn, okta-verify via fastpass
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"; passkey ann
          okta-verify "JBSWY3DPEHPK3PXP" { user-verification biometrics }; groups staff }
        sign-on "staff" { when group staff; require password and phishing-resistant possession }
        sign-on "rest" { require password and phone }
        """),
      NearMiss(
        "A password that every route requires",
        """
        authenticators password, phone via sms, google-otp
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"
          google-otp "JBSWY3DPEHPK3PXP" }
        sign-on "all" { require password and possession }
        """),
    ])

  static let enrollmentImpossible = FindingCases(
    "enrollment-impossible",
    [
      Cure(
        "An app that never enrolls, which can be put off",
        finds: "`okta-verify` is required of ann@acme.example and bob@acme.example",
        """
        authenticators password, phone via sms, okta-verify
        okta-verify { enroll [-never-]{+after 10s+} }
        enrollment { required password, okta-verify within 3 skips }
        """),
      Cure(
        "An app that only the policy of a group requires",
        finds: "`okta-verify` is required of bob@acme.example, and no one can enroll it",
        """
        authenticators password, phone via sms, okta-verify
        okta-verify { enroll never }
        enrollment "admins" { when group admins
          required password, phone[-, okta-verify within 2 skips-] }
        enrollment { required password; ask never }
        """),
      Cure(
        "An app that users can put off until a day",
        finds: "`okta-verify` is required of ann@acme.example and bob@acme.example",
        """
        authenticators password, phone via sms, okta-verify
        okta-verify { enroll never }
        enrollment { required password[-, okta-verify until "2999-12-31"-] }
        """),
      Cure(
        "An app that users who sign up are asked for",
        finds: "`okta-verify` is required of anyone who signs up, and no one can enroll it",
        """
        authenticators password, phone via sms, okta-verify
        okta-verify { enroll never }
        sign-on "staff" { when group staff; require password and phone }
        sign-on "rest" { require password }
        enrollment "staff" { when group staff; required password; ask never }
        enrollment { required password[-, okta-verify-]; optional phone[--]{+, okta-verify+} }
        registration { profile email }
        """),
      Cure(
        "An app that one network requires",
        finds: "`okta-verify` is required of ann@acme.example and bob@acme.example",
        """
        authenticators password, phone via sms, okta-verify
        okta-verify { enroll [-never-]{+after 5s+} }
        enrollment "office" { when zone "office"; required password, okta-verify within 1 skips }
        enrollment { required password; ask never }
        """),
      Cure(
        "An app that the link of a welcome mail asks for",
        finds: "`okta-verify` is required of new@acme.example, and no one can enroll it",
        """
        authenticators password, phone via sms, okta-verify
        okta-verify { enroll never }
        user "new@acme.example" { groups new; phone "+15551230109"; status staged
          activation-token "Wel-come-1" }
        sign-on "new" { when user "new@acme.example"; require phone }
        sign-on "all" { require password and phone }
        enrollment "new" { when group new; required password[-, okta-verify-] }
        enrollment { required password; ask never }
        """),
    ],
    nearMisses: [
      NearMiss(
        "An app that never enrolls, and is optional",
        """
        authenticators password, phone via sms, okta-verify
        okta-verify { enroll never }
        enrollment { required password; optional okta-verify }
        """),
      NearMiss(
        "An app that everyone has already",
        """
        authenticators password, okta-verify
        okta-verify { enroll never }
        user "ann@acme.example" { password "Correct-Horse-1"; okta-verify "JBSWY3DPEHPK3PXP" }
        sign-on "all" { require password and okta-verify }
        enrollment { required password, okta-verify }
        """),
      NearMiss(
        "An app that no one is asked for",
        """
        authenticators password, phone via sms, okta-verify
        okta-verify { enroll never }
        enrollment { required password, okta-verify; ask never }
        """),
      NearMiss(
        "An app that enrolls slowly",
        """
        authenticators password, phone via sms, okta-verify
        okta-verify { enroll after 50s }
        enrollment { required password, okta-verify }
        """),
      NearMiss(
        "An app that is required of a group without members",
        """
        authenticators password, phone via sms, okta-verify
        okta-verify { enroll never }
        enrollment "guests" { when group guests; required okta-verify }
        enrollment { required password; ask never }
        """),
    ])
}
