/// Rules that require less than others for the same users, for a group, or at a lower risk.
extension FindingCases {
  static let privilegeInversion = FindingCases(
    "privilege-inversion",
    [
      Cure(
        "A broader rule before the rule for the admins",
        finds: "`admins` in (bob@acme.example) with less than `admins`, the rule for the group",
        """
        authenticators password, phone via sms, webauthn
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"; groups staff }
        user "bob@acme.example" { password "Correct-Horse-1"; phone "+15551230102"
          passkey bob; groups staff, admins }
        {+sign-on "admins" { when group admins; require password and webauthn }+}
        sign-on "staff" { when group staff; require password and phone }
        [-sign-on "admins" { when group admins; require password and webauthn }-]
        sign-on "rest" { deny }
        """),
      Cure(
        "A user that the rule for the group excludes",
        finds: "the rule `rest` lets members of the group `staff` in (bob@acme.example) with less",
        """
        sign-on "staff" { when group staff[- and not user "bob@acme.example"-]
          require password and phone }
        sign-on "rest" { require password }
        """),
      Cure(
        "A network that the rule for the group excludes",
        finds: "the rule `rest` lets members of the group `staff` in (ann@acme.example",
        """
        sign-on "staff" { when group staff[- and not zone "office"-]; require password and phone }
        sign-on "rest" { require password }
        """),
      Cure(
        "The session policy exempts one admin",
        finds: "the session rule `default` lets members of the group `admins` in (bob@",
        """
        sign-on "all" { require password }
        session-policy "admins" { when group admins[- and not user "bob@acme.example"-]
          mfa always }
        """),
      Cure(
        "One verification in place of two of the same kinds",
        finds: "the rule `keys` lets members of the group `admins` in (bob@acme.example)",
        """
        authenticators password, webauthn
        user "ann@acme.example" { password "Correct-Horse-1"; passkey ann; groups staff }
        user "bob@acme.example" { password "Correct-Horse-1"; passkey bob; groups staff, admins }
        {+sign-on "admins" { when group admins; require password and user-verifying webauthn }+}
        sign-on "keys" { when group staff; require user-verifying webauthn }
        [-sign-on "admins" { when group admins; require password and user-verifying webauthn }-]
        sign-on "rest" { deny }
        """),
      Cure(
        "A rule for one network, which may be intended",
        finds: "the rule `desk` lets members of the group `admins` in (bob@acme.example) with less",
        as: .note,
        """
        {+sign-on "admins" { when group admins; require password and phone }+}
        sign-on "desk" { when zone "office"; require password }
        [-sign-on "admins" { when group admins; require password and phone }-]
        sign-on "rest" { require password and phone }
        """),
    ],
    nearMisses: [
      NearMiss(
        "A broader rule with the same requirement",
        """
        sign-on "staff" { when group staff; require password and phone }
        sign-on "admins" { when group admins; require password and phone; reauthenticate always }
        sign-on "rest" { deny }
        """),
      NearMiss(
        "A broader rule that requires more kinds, and doesn't resist phishing",
        """
        authenticators password, phone via sms, webauthn
        user "bob@acme.example" { password "Correct-Horse-1"; phone "+15551230102"
          passkey bob; groups staff, admins }
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"; groups staff }
        sign-on "staff" { when group staff; require password and phone }
        sign-on "admins" { when group admins; require webauthn }
        sign-on "rest" { deny }
        """),
      NearMiss(
        "An earlier rule that names the group, too",
        """
        sign-on "both" { when group staff, admins; require password }
        sign-on "admins" { when group admins and zone "office"; require password and phone }
        sign-on "rest" { deny }
        """),
      NearMiss(
        "An excluded member who is denied",
        """
        sign-on "staff" { when group staff and not user "bob@acme.example"
          require password and phone }
        sign-on "rest" { deny }
        """),
      NearMiss(
        "A weaker rule that the session policy compensates",
        """
        sign-on "staff" { when group staff; require password }
        sign-on "admins" { when group admins; require password and phone }
        sign-on "rest" { deny }
        session-policy { require password; mfa always }
        """),
      NearMiss(
        "A broader rule for another network than the rule for the group",
        """
        zone "home" { ip "192.0.2.0/24" }
        zone "office" { ip "10.0.0.0/8" }
        sign-on "home" { when zone "home"; require password }
        sign-on "admins" { when group admins and zone "office"; require password and phone }
        sign-on "rest" { require password and phone }
        """),
    ])

  static let groupGetsLess = FindingCases(
    "group-gets-less",
    [
      Cure(
        "A rule for contractors that asks for the password only",
        finds: "the rule `contractors` for the group `contractors` asks for less than `rest`",
        """
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101" }
        user "carl@acme.example" { password "Correct-Horse-1"; phone "+15551230103"
          groups contractors }
        sign-on "contractors" { when group contractors; require password{+ and phone+} }
        sign-on "rest" { require password and phone }
        """),
      Cure(
        "A text message, while all others have a key",
        finds: "the rule `phones` for the group `staff` asks for less than `rest`",
        """
        authenticators password, phone via sms, webauthn
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"; passkey ann
          groups staff }
        user "zoe@acme.example" { password "Correct-Horse-1"; passkey zoe }
        sign-on "phones" { when group staff; require password and [-phone-]{+webauthn+} }
        sign-on "rest" { require password and webauthn }
        """),
      Cure(
        "Members without an additional requirement of the session policy",
        finds: "the session rule `staff` for the group `staff` asks for less than `rest`",
        """
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"; groups staff }
        user "zoe@acme.example" { password "Correct-Horse-1"; phone "+15551230102" }
        sign-on "all" { require password }
        session-policy "staff" { when group staff; require password{+; mfa always+} }
        session-policy "rest" { require password; mfa always }
        """),
      Cure(
        "A kiosk for the staff, for a reason that the org gives",
        finds: "the rule `kiosk` for the group `kiosks` asks for less than `rest`",
        """
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101" }
        user "kim@acme.example" { password "Correct-Horse-1"; groups kiosks }
        sign-on "kiosk" { when group kiosks; require password }
        sign-on "rest" { require password and phone }
        {+accept "group-gets-less" "the kiosks stand behind the gate"+}
        """),
      Cure(
        "A rule for one network, which may be intended",
        finds: "the rule `desk` for the group `staff` asks for less than `rest`", as: .note,
        """
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"; groups staff }
        user "zoe@acme.example" { password "Correct-Horse-1"; phone "+15551230102" }
        sign-on "desk" { when group staff and zone "office"; require password{+ and phone+} }
        sign-on "rest" { require password and phone }
        """),
      Cure(
        "One ceremony, while all others have two",
        finds: "the rule `keys` for the group `staff` asks for less than `rest`",
        """
        authenticators password, webauthn
        user "ann@acme.example" { password "Correct-Horse-1"; passkey ann; groups staff }
        user "zoe@acme.example" { password "Correct-Horse-1"; passkey zoe }
        sign-on "keys" { when group staff; require {+password and +}user-verifying webauthn }
        sign-on "rest" { require password and user-verifying webauthn }
        """),
    ],
    nearMisses: [
      NearMiss(
        "A group that shows the same by another method",
        """
        authenticators password, phone via sms, google-otp
        user "ann@acme.example" { password "Correct-Horse-1"; google-otp "JBSWY3DPEHPK3PXP"
          groups staff }
        user "zoe@acme.example" { password "Correct-Horse-1"; phone "+15551230102" }
        sign-on "codes" { when group staff; require password and google-otp }
        sign-on "rest" { require password and phone }
        """),
      NearMiss(
        "A group that shows less than users who are denied",
        """
        user "ann@acme.example" { password "Correct-Horse-1"; groups staff }
        user "zoe@acme.example" { password "Correct-Horse-1" }
        sign-on "staff" { when group staff; require password }
        sign-on "rest" { deny }
        """),
      NearMiss(
        "A user named by the rule, not a group",
        """
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101" }
        user "zoe@acme.example" { password "Correct-Horse-1" }
        sign-on "zoe" { when user "zoe@acme.example"; require password }
        sign-on "rest" { require password and phone }
        """),
      NearMiss(
        "One key for a group, and two phishable factors for all others",
        """
        authenticators password, phone via sms, webauthn
        user "ann@acme.example" { password "Correct-Horse-1"; passkey ann; groups staff }
        user "zoe@acme.example" { password "Correct-Horse-1"; phone "+15551230102" }
        sign-on "keys" { when group staff; require webauthn }
        sign-on "rest" { require password and phone }
        """),
      NearMiss(
        "A group that all users are in",
        """
        user "ann@acme.example" { password "Correct-Horse-1"; groups everyone }
        user "zoe@acme.example" { password "Correct-Horse-1"; groups everyone }
        sign-on "everyone" { when group everyone; require password }
        sign-on "rest" { require password and phone }
        """),
      NearMiss(
        "A missing factor of the rule that the session policy requires",
        """
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"; groups staff }
        user "zoe@acme.example" { password "Correct-Horse-1"; phone "+15551230102" }
        sign-on "staff" { when group staff; require password }
        sign-on "rest" { require password and phone }
        session-policy "staff" { when group staff; require password; mfa always }
        """),
    ])

  static let riskInversion = FindingCases(
    "risk-inversion",
    [
      Cure(
        "Less outside than in the office",
        finds: "the rule `away` lets ann@acme.example and bob@acme.example in with less",
        """
        sign-on "office" { when zone "office"; require password and phone }
        sign-on "away" { require password{+ and phone+} }
        """),
      Cure(
        "Less at a medium risk",
        finds: "in with less (risk medium) than `all` does when the risk is lower",
        """
        sign-on "medium" { when risk medium; [-require password-]{+deny+} }
        sign-on "all" { require password and phone }
        """),
      Cure(
        "Less on a device that isn't managed",
        finds: "the rule `any` lets ann@acme.example and bob@acme.example in with less",
        """
        sign-on "managed" { when device managed; require password and phone }
        sign-on "any" { [-require password-]{+deny+} }
        """),
      Cure(
        "A high risk that falls through to the rule for everyone",
        finds: "in with less (risk high) than `staff` does when the risk is lower",
        """
        sign-on "staff" { when group staff and not risk high; require password and phone }
        {+sign-on "high" { when risk high; require password and phone }+}
        sign-on "rest" { require password }
        """),
      Cure(
        "The session policy asks for a second factor in the office only",
        finds: "the session rule `default` lets ann@acme.example and bob@acme.example in with less",
        """
        sign-on "all" { require password }
        session-policy "office" { when zone "office"; require password; mfa always }
        {+session-policy "away" { require password; mfa always }+}
        """),
      Cure(
        "A rule for the registered devices that are not managed",
        finds: "the rule `registered` lets ann@acme.example and bob@acme.example in with less",
        """
        sign-on "managed" { when device managed; require password and phone }
        sign-on "registered" { when device registered; require password{+ and phone+} }
        sign-on "rest" { deny }
        """),
    ],
    nearMisses: [
      NearMiss(
        "Less in the office than outside",
        """
        sign-on "office" { when zone "office"; require password }
        sign-on "away" { require password and phone }
        """),
      NearMiss(
        "Less outside, in a zone without addresses",
        """
        zone "office" { }
        sign-on "office" { when zone "office"; require password and phone }
        sign-on "away" { require password }
        """),
      NearMiss(
        "More at a medium risk, and nothing at a high one",
        """
        sign-on "high" { when risk high; deny }
        sign-on "medium" { when risk medium; require password and phone }
        sign-on "all" { require password }
        """),
      NearMiss(
        "The same by another method",
        """
        authenticators password, phone via sms, google-otp
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"
          google-otp "JBSWY3DPEHPK3PXP" }
        sign-on "office" { when zone "office"; require password and google-otp }
        sign-on "away" { require password and phone }
        """),
      NearMiss(
        "A key in the office, and two factors of which none resists phishing outside",
        """
        authenticators password, phone via sms, webauthn
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"; passkey ann }
        sign-on "office" { when zone "office"; require webauthn }
        sign-on "away" { require password and phone }
        """),
      NearMiss(
        "More on one platform than on another",
        """
        sign-on "phones" { when platform mobile; require password and phone }
        sign-on "rest" { require password }
        """),
      NearMiss(
        "More in a network from which a rule denies a group access",
        """
        zone "office" { ip "10.0.0.0/8" }
        sign-on "guests" { when group guests and zone "office"; deny }
        sign-on "office" { when zone "office"; require password and phone }
        sign-on "away" { require password }
        """),
    ])
}
