/// Sessions that last too long.
extension FindingCases {
  static let longSession = FindingCases(
    "long-session",
    [
      Cure(
        "A session of a month",
        finds: "a session in use lets ann@acme.example and bob@acme.example in by the rule `all`",
        """
        session-policy "all" { lifetime [-30 days-]{+12h+}; idle 30m }
        """),
      Cure(
        "A session that can be left alone for hours",
        finds: "an idle session lets ann@acme.example and bob@acme.example in by the rule `all`",
        """
        session-policy "all" { lifetime 8h; idle [-4h-]{+30m+} }
        """),
      Cure(
        "A rule that asks again after a week",
        finds: "for 7d without any verification, although the rule asks for two factors",
        """
        sign-on "all" { require password and phone; reauthenticate every [-7 days-]{+12h+} }
        """),
      Cure(
        "Users who stay signed in",
        finds: "staying signed in lets ann@acme.example and bob@acme.example in by the rule `all`",
        """
        session-policy "all" { lifetime 12h; idle 30m }
        keep-me-signed-in asked { lifetime [-90 days-]{+30m+} }
        """),
      Cure(
        "Users who stay signed in, under a rule that never asks again",
        finds: "staying signed in lets ann@acme.example and bob@acme.example in by the rule `all`",
        """
        sign-on "all" { require password and phone{+; reauthenticate every 30m+} }
        session-policy "all" { lifetime 12h; idle 30m }
        keep-me-signed-in asked { lifetime 90 days }
        """),
      Cure(
        "One place, whose rule of the session policy is longer",
        finds: "by the rule `all` and the session rule `office` for 20h without any verification",
        """
        session-policy "office" { when zone "office"; lifetime 20h; idle 20m }
        session-policy "away" { lifetime 8h; idle 15m }
        sign-on "all" { require password and phone{+; reauthenticate every 8h+} }
        """),
      Cure(
        "A second factor that the session policy asks for, and a limit of one's own",
        finds: "for 18h without any verification", cured: ["--session-limit", "18h"],
        """
        sign-on "all" { require password }
        session-policy "all" { require password; mfa per session; lifetime 18h; idle 30m }
        """),
      Cure(
        "An idle session of an hour, as one's own rules allow it",
        finds: "an idle session lets ann@acme.example and bob@acme.example in",
        cured: ["--idle-limit", "1h"],
        """
        session-policy "all" { lifetime 8h; idle 1h }
        """),
      Cure(
        "A stricter limit of one's own",
        finds: "for 8h without any verification", arguments: ["--session-limit", "4h"],
        """
        session-policy "all" { lifetime [-8h-]{+4h+}; idle 30m }
        """),
    ],
    nearMisses: [
      NearMiss(
        "Just as long as the limits",
        """
        session-policy "all" { lifetime 12h; idle 30m }
        """),
      NearMiss(
        "A long session under a rule that asks for one factor",
        """
        sign-on "all" { require password }
        session-policy "all" { lifetime 30 days; idle 3 days }
        """),
      NearMiss(
        "A long session of which each rule asks again",
        """
        sign-on "all" { require password and phone; reauthenticate always }
        session-policy "all" { lifetime 30 days; idle 3 days }
        """),
      NearMiss(
        "An org that says nothing about sessions",
        """
        sign-on "all" { require password and phone }
        """),
      NearMiss(
        "A long session for users who are denied access",
        """
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"; groups guests }
        user "bob@acme.example" { password "Correct-Horse-1"; phone "+15551230102" }
        sign-on "guests" { when group guests; deny }
        sign-on "all" { require password and phone }
        session-policy "guests" { when group guests; lifetime 30 days; idle 3 days }
        session-policy "all" { lifetime 8h; idle 15m }
        """),
      NearMiss(
        "A second factor that the session policy asks for each hour",
        """
        session-policy "all" { mfa always; lifetime 30 days; idle 30m }
        """),
    ])
}
