/// Rules that never apply, and denials that come too late.
extension FindingCases {
  static let ruleNeverDecides = FindingCases(
    "rule-never-decides",
    [
      Cure(
        "Admins who are all in the group of the rule before",
        finds: "the sign-on rule `admins` decides for no user of the org: `staff` decides first",
        """
        {+sign-on "admins" { when group admins; require password and phone }+}
        sign-on "staff" { when group staff; require password and phone }
        [-sign-on "admins" { when group admins; require password and phone }-]
        sign-on "rest" { deny }
        """),
      Cure(
        "Interns that two rules cover together",
        finds: "`desk` and `away` together decide first for everyone who matches it, such as ivo",
        """
        user "ann@acme.example" { password "Correct-Horse-1"; groups staff
          phone "+15551230101" }
        user "ivo@acme.example" { password "Correct-Horse-1"; groups staff; type "intern"
          phone "+15551230102" }
        sign-on "desk" { when group staff and zone "office"; require password and phone }
        sign-on "away" { when group staff and not zone "office"; require password and phone }
        [-sign-on "interns" { when type "intern"; require password and phone }-]
        sign-on "rest" { deny }
        """),
      Cure(
        "A rule of the session policy",
        finds:
          "the session-policy rule `admins` decides for no user of the org: `staff` decides first",
        """
        {+session-policy "admins" { when group admins; lifetime 8h; idle 15m }+}
        session-policy "staff" { when group staff; lifetime 12h; idle 30m }
        [-session-policy "admins" { when group admins; lifetime 8h; idle 15m }-]
        """),
      Cure(
        "An enrollment policy for a group whose members all have another one",
        finds: "the enrollment rule `admins` decides for no user of the org: `staff` decides first",
        """
        enrollment "staff" { when group staff; required password; ask never }
        [-enrollment "admins" { when group admins and zone "office"; required password, phone }-]
        """),
      Cure(
        "A password policy",
        finds: "the passwords rule `admins` decides for no user of the org: `staff` decides first",
        """
        {+passwords "admins" { when group admins; min-length 14 }+}
        passwords "staff" { when group staff; min-length 10 }
        [-passwords "admins" { when group admins; min-length 14 }-]
        """),
      Cure(
        "A recovery rule for users who are all elsewhere",
        finds: "the recovery rule `admins` decides for no user of the org: `staff` decides first",
        """
        {+recovery "admins" { when group admins; deny password, unlock }+}
        recovery "staff" { when group staff; deny password, unlock }
        [-recovery "admins" { when group admins; deny password, unlock }-]
        """),
      Cure(
        "A group without members in the org",
        finds: "no user of the org matches the sign-on rule `partners`", as: .note,
        """
        [-sign-on "partners" { when group partners; require password and phone }-]
        sign-on "all" { require password and phone }
        """),
    ],
    nearMisses: [
      NearMiss(
        "One member of the group isn't in the other",
        """
        user "bob@acme.example" { password "Correct-Horse-1"; groups everyone, admins
          phone "+15551230102" }
        user "eve@acme.example" { password "Correct-Horse-1"; groups admins
          phone "+15551230103" }
        sign-on "everyone" { when group everyone; require password and phone }
        sign-on "admins" { when group admins; require password and phone }
        sign-on "rest" { deny }
        """),
      NearMiss(
        "The rule before is for one place",
        """
        sign-on "desk" { when group staff and zone "office"; require password and phone }
        sign-on "admins" { when group admins; require password and phone }
        sign-on "rest" { deny }
        """),
      NearMiss(
        "A rule for all other users, which don't exist",
        """
        sign-on "staff" { when group staff; require password and phone }
        sign-on "rest" { deny }
        """),
      NearMiss(
        "A rule that only users who sign up fit",
        """
        sign-on "staff" { when group staff; require password and phone }
        sign-on "newcomers" { when group newcomers; require password }
        sign-on "rest" { deny }
        registration { groups newcomers }
        """),
      NearMiss(
        "An unknown condition, by which the rule before may not decide",
        """
        sign-on "some" { when group staff and unknown "a hook"; require password and phone }
        sign-on "staff" { when group staff; require password and phone }
        sign-on "rest" { deny }
        """),
      NearMiss(
        "A rule that applies to no one, which is another finding",
        """
        sign-on "staff" { when group staff; require password and phone }
        sign-on "desk" { when group staff and zone "office"; require password and phone }
        sign-on "rest" { deny }
        """),
    ])

  static let policyRuleShadowed = FindingCases(
    "policy-rule-shadowed",
    [
      Cure(
        "A rule for one place behind the rule for the whole group",
        finds: "the sign-on rule `desk` never decides: `staff` decides first for everyone",
        """
        {+sign-on "desk" { when group staff and zone "office"; require password and phone }+}
        sign-on "staff" { when group staff; require password and phone }
        [-sign-on "desk" { when group staff and zone "office"; require password and phone }-]
        sign-on "rest" { deny }
        """),
      Cure(
        "Two rules of the session policy that take all between them",
        finds: "the session-policy rule `staff` never decides: `desk` and `away` together decide",
        """
        session-policy "desk" { when zone "office"; lifetime 12h; idle 30m }
        session-policy "away" { when not zone "office"; lifetime 8h; idle 15m }
        [-session-policy "staff" { when group staff; lifetime 6h; idle 15m }-]
        """),
      Cure(
        "An enrollment policy for one group of a list",
        finds: "the enrollment rule `interns` never decides: `staff` decides first for everyone",
        """
        user "ann@acme.example" { password "Correct-Horse-1"; groups interns
          phone "+15551230101" }
        enrollment "staff" { when group staff, interns; required password; ask never }
        [-enrollment "interns" { when group interns; required password; ask never }-]
        enrollment { required password; ask never }
        """),
      Cure(
        "Password rules of which no user can reach the second",
        finds: "the passwords rule `admins` never decides: `all but guests` decides first",
        """
        {+passwords "admins" { when group admins and not group guests; min-length 14 }+}
        passwords "all but guests" { when not group guests; min-length 10 }
        [-passwords "admins" { when group admins and not group guests; min-length 14 }-]
        passwords { min-length 12 }
        """),
      Cure(
        "A recovery rule for a network inside another one",
        finds: "the recovery rule `lab` never decides: `office` decides first for everyone",
        """
        zone "office" { ip "10.0.0.0/8" }
        zone "lab" { ip "10.1.0.0/16" }
        {+recovery "lab" { when zone "lab"; deny password, unlock }+}
        recovery "office" { when zone "office"; deny password, unlock }
        [-recovery "lab" { when zone "lab"; deny password, unlock }-]
        recovery { deny password, unlock }
        """),
      Cure(
        "Conditions that exclude each other",
        finds: "no one can match the sign-on rule `phones`",
        """
        [-sign-on "phones" { when platform ios and platform windows; require password and phone }-]
        sign-on "all" { require password and phone }
        """),
      Cure(
        "A managed device, which is a registered one, too",
        finds: "the sign-on rule `laptops` never decides: `known` decides first for everyone",
        """
        {+sign-on "laptops" { when device managed; require password and phone }+}
        sign-on "known" { when device registered, managed; require password and phone }
        [-sign-on "laptops" { when device managed; require password and phone }-]
        sign-on "rest" { deny }
        """),
    ],
    nearMisses: [
      NearMiss(
        "A network that is larger than the one before it",
        """
        zone "office" { ip "10.0.0.0/8" }
        zone "lab" { ip "10.1.0.0/16" }
        sign-on "lab" { when zone "lab"; require password and phone }
        sign-on "office" { when zone "office"; require password and phone }
        sign-on "rest" { deny }
        """),
      NearMiss(
        "A network with one address that the other doesn't have",
        """
        zone "office" { ip "10.0.0.0/8" }
        zone "lab" { ip "10.1.0.0/16", "11.0.0.0" }
        sign-on "office" { when zone "office"; require password and phone }
        sign-on "lab" { when zone "lab"; require password and phone }
        sign-on "rest" { deny }
        """),
      NearMiss(
        "A list with one group more",
        """
        user "ann@acme.example" { password "Correct-Horse-1"; groups staff
          phone "+15551230101" }
        user "ivo@acme.example" { password "Correct-Horse-1"; groups interns
          phone "+15551230102" }
        sign-on "staff" { when group staff; require password and phone }
        sign-on "both" { when group staff, interns; require password and phone }
        sign-on "rest" { deny }
        """),
      NearMiss(
        "Two of three risks, and a sign-in that doesn't say",
        """
        sign-on "some" { when risk low, medium; require password and phone }
        sign-on "high" { when risk high; require password and phone }
        sign-on "rest" { deny }
        """),
      NearMiss(
        "Admins who are all staff, as only this org has them",
        """
        sign-on "staff" { when group staff; require password and phone }
        sign-on "admins" { when group admins; require password and phone }
        sign-on "rest" { deny }
        """),
    ])

  static let denyBypassed = FindingCases(
    "deny-bypassed",
    [
      Cure(
        "A high risk behind the rule for the group",
        finds: "denies access to ann@acme.example and bob@acme.example, but `staff` before it lets",
        """
        {+sign-on "risky" { when risk high; deny }+}
        sign-on "staff" { when group staff; require password and phone }
        [-sign-on "risky" { when risk high; deny }-]
        sign-on "rest" { deny }
        """),
      Cure(
        "A rule of the session policy, behind one for a place",
        finds: "the session rule `contractors` denies access to bob@acme.example",
        """
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101" }
        user "bob@acme.example" { password "Correct-Horse-1"; phone "+15551230102"
          groups contractors }
        {+session-policy "contractors" { when group contractors; deny }+}
        session-policy "desk" { when zone "office"; lifetime 12h; idle 30m }
        [-session-policy "contractors" { when group contractors; deny }-]
        """),
      Cure(
        "One user who is to have no access",
        finds: "the rule `gone` denies access to bob@acme.example, but `staff` before it",
        """
        {+sign-on "gone" { when user "bob@acme.example"; deny }+}
        sign-on "staff" { when group staff; require password and phone }
        [-sign-on "gone" { when user "bob@acme.example"; deny }-]
        sign-on "rest" { deny }
        """),
      Cure(
        "A forgotten password",
        finds: "the recovery rule `admins` doesn't let bob@acme.example recover a password",
        """
        authenticators password, phone via sms, security-question
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101" }
        user "bob@acme.example" { password "Correct-Horse-1"; phone "+15551230102"
          groups admins; security-question "disliked_food" answer "Turnips" }
        {+recovery "admins" { when group admins; deny password }+}
        recovery "desk" { when zone "office"
          password by phone; password-second by security-question }
        [-recovery "admins" { when group admins; deny password }-]
        """),
      Cure(
        "A locked account, and a rule that names no way to unlock it",
        finds: "the recovery rule `admins` doesn't let bob@acme.example unlock an account",
        """
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"; groups staff }
        user "bob@acme.example" { password "Correct-Horse-1"; phone "+15551230102"
          groups admins, staff; status locked }
        {+recovery "admins" { when group admins; deny password }+}
        recovery "staff" { when group staff; unlock by phone; after-unlock sign-in }
        [-recovery "admins" { when group admins; deny password }-]
        """),
      Cure(
        "A platform that is denied to users who are known by their device",
        finds: "but `known` before it lets them in (device registered, platform ios)",
        """
        {+sign-on "phones" { when platform mobile; deny }+}
        sign-on "known" { when device registered, managed; require password and phone }
        [-sign-on "phones" { when platform mobile; deny }-]
        sign-on "rest" { require password and phone }
        """),
    ],
    nearMisses: [
      NearMiss(
        "An exception for a part of the users who are denied",
        """
        sign-on "desk" { when group staff and zone "office"; require password and phone }
        sign-on "staff" { when group staff; deny }
        sign-on "rest" { require password and phone }
        """),
      NearMiss(
        "A denial for all other users",
        """
        sign-on "staff" { when group staff; require password and phone }
        sign-on "rest" { deny }
        """),
      NearMiss(
        "An earlier rule that lets no denied user in",
        """
        authenticators password, phone via sms, webauthn
        sign-on "keys" { when zone "office"; require password and webauthn }
        sign-on "staff" { when group staff; deny }
        sign-on "rest" { require password and phone }
        """),
      NearMiss(
        "Two rules that don't apply to the same user",
        """
        sign-on "staff" { when group staff and not risk high; require password and phone }
        sign-on "risky" { when risk high; deny }
        sign-on "rest" { deny }
        """),
      NearMiss(
        "A denial that another one covers",
        """
        sign-on "risky" { when risk high; deny }
        sign-on "staff" { when group staff; require password and phone }
        sign-on "risky staff" { when group staff and risk high; deny }
        sign-on "rest" { deny }
        """),
      NearMiss(
        "A later rule that allows as much",
        """
        authenticators password, phone via sms, security-question
        user "bob@acme.example" { password "Correct-Horse-1"; phone "+15551230102"
          groups admins; security-question "disliked_food" answer "Turnips" }
        recovery "desk" { when zone "office"
          password by phone; password-second by security-question }
        recovery "admins" { when group admins
          password by phone; password-second by security-question }
        """),
    ])
}
