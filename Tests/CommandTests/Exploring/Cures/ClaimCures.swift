/// Claims, and findings that the org accepts.
extension FindingCases {
  static let brokenClaim = FindingCases(
    "broken-claim",
    [
      Cure(
        "A rule that asks for one factor",
        finds: "`always kinds >= 2` doesn't hold: ann@acme.example and bob@acme.example get in",
        as: .error,
        """
        sign-on "all" { require password{+ and phone+} }
        claim "two kinds" { always kinds >= 2 }
        """),
      Cure(
        "Admins that the broad rule applies to",
        finds: "`always used phone` doesn't hold: bob@acme.example gets in by the rule `all`",
        as: .error,
        """
        {+sign-on "admins" { when group admins; require password and phone }+}
        sign-on "all" { require password }
        claim "phones" { for user in group admins; always used phone }
        """),
      Cure(
        "An intended route",
        finds: "by the rule `office` (zone office); `kinds` is 1", as: .error,
        """
        sign-on "office" { when zone "office"; require password }
        sign-on "all" { require password and phone }
        claim "two kinds" { always kinds >= 2{+ or zone is "office"+} }
        """),
      Cure(
        "A group whose name has a typo",
        finds: "no user of the org matches `for user in group amdins`", as: .error,
        """
        claim "two kinds" { for user in group [-amdins-]{+admins+}; always kinds >= 2 }
        """),
      Cure(
        "A recovery that the claim excludes",
        finds: "`never recovered` doesn't hold: ann@acme.example gets in", as: .error,
        """
        authenticators password, phone via sms, security-question
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"; groups staff
          security-question "disliked_food" answer "Turnips" }
        recovery { password by phone; password-second by security-question }
        claim "no reset" { never recovered{+ and held-authenticators < 2+} }
        """),
      Cure(
        "An impossible action",
        finds: "`possible success and zone is \"office\"` doesn't hold: no route of", as: .error,
        """
        sign-on "office" { when zone "office"; [-deny-]{+require password and phone+} }
        sign-on "all" { require password and phone }
        claim "the office is open" { possible success and zone is "office" }
        """),
      Cure(
        "A session that is longer than the org recommends",
        finds: "`always session-limit <= 4h` doesn't hold", as: .note,
        """
        session-policy "all" { lifetime [-8h-]{+4h+}; idle 15m }
        claim "half a day" { recommended; always session-limit <= 4h }
        """),
      Cure(
        "A claim of a pack",
        finds: "a password has at least 8", as: .error, arguments: ["--pack", "nist-aal2"],
        """
        passwords { min-length [-7-]{+15+}; min-lower 0; min-upper 0; min-number 0
          common forbidden; lockout after 10 attempts }
        session-policy "all" { require password; lifetime 12h; idle 15m }
        """),
    ],
    nearMisses: [
      NearMiss(
        "A claim about other users than those with one factor",
        """
        sign-on "admins" { when group admins; require password and phone }
        sign-on "all" { require password }
        claim "two kinds" { for user in group admins; always kinds >= 2 }
        """),
      NearMiss(
        "Exactly as many kinds as the claim requires",
        """
        claim "two kinds" { always kinds >= 2 and kinds is 2 }
        """),
      NearMiss(
        "A possibility that one of several places offers",
        """
        sign-on "office" { when zone "office"; deny }
        sign-on "all" { require password and phone }
        claim "not locked out" { possible success and not zone is "office" }
        """),
      NearMiss(
        "A suspended user, who can do nothing",
        """
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101" }
        user "sue@acme.example" { password "Correct-Horse-1"; status suspended }
        claim "everybody gets in" { possible success }
        """),
      NearMiss(
        "A session that ends with the last second of the limit",
        """
        session-policy "all" { lifetime 8h; idle 15m }
        claim "a working day" { always session-limit <= 8h and idle-limit <= 15m }
        """),
      NearMiss(
        "A claim that the circumstances of a denial don't break",
        """
        sign-on "risky" { when risk high; deny }
        sign-on "all" { require password and phone }
        claim "no risk" { never risk is "high" }
        """),
    ])

  static let emptyClaim = FindingCases(
    "empty-claim",
    [
      Cure(
        "A claim about a group, without a line that asserts something",
        finds: "this claim asserts nothing", as: .error,
        """
        claim "admins use two factors" { for user in group admins{+; always kinds >= 2+} }
        """),
      Cure(
        "A claim without any line",
        finds: "this claim asserts nothing", as: .error,
        """
        [-claim "all is well" { }-]
        recovery { deny password, unlock }
        """),
      Cure(
        "The success of every route that ends with success",
        finds: "this claim asserts nothing", as: .error,
        """
        claim "everybody gets in" { [-always-]{+possible+} success }
        """),
      Cure(
        "A number that every route reaches",
        finds: "this claim asserts nothing", as: .error,
        """
        claim "factors" { always kinds >= [-0-]{+2+} }
        """),
      Cure(
        "A source and a help without a claim",
        finds: "this claim asserts nothing", as: .error,
        """
        claim "phones" {
          source "Acme security handbook, 4.2"
          help "ask for a phone"
          {+always used phone+}
        }
        """),
      Cure(
        "A negation of something that no route does",
        finds: "this claim asserts nothing", as: .error,
        """
        claim "no failure" { never [-not success-]{+unlocked+} }
        """),
    ],
    nearMisses: [
      NearMiss(
        "One line that asserts something",
        """
        claim "two" { always kinds >= 2 }
        """),
      NearMiss(
        "A success that has to be possible",
        """
        claim "everybody gets in" { possible success }
        """),
      NearMiss(
        "A success and something more",
        """
        claim "two" { always success and kinds >= 1 }
        """),
      NearMiss(
        "A limit that every route of this org meets, but not of every org",
        """
        claim "one" { always kinds >= 1 }
        """),
      NearMiss(
        "A line that asserts nothing beside one that does",
        """
        claim "phones" { for user in group staff; always used phone; possible success }
        """),
      NearMiss(
        "No claim",
        """
        sign-on "all" { require password and phone }
        """),
    ])

  static let acceptanceExpired = FindingCases(
    "acceptance-expired",
    [
      Cure(
        "A reset by a phone, until it was fixed",
        finds: "`weaker-route` was accepted until 2020-01-31",
        """
        authenticators password, phone via sms, security-question
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101"; groups staff
          security-question "disliked_food" answer "Turnips" }
        recovery { password by phone{+; password-second by security-question+} }
        [-accept "weaker-route" "until the questions are answered" until "2020-01-31"-]
        """),
      Cure(
        "A long session, for one more year",
        finds: "`long-session` was accepted until 2023-11-13",
        """
        session-policy "all" { lifetime 30 days; idle 30m }
        accept "long-session" "the depot's tablets" until [-"2023-11-13"-]{+"2023-11-14"+}
        """),
      Cure(
        "One finding of two of its kind, by its fingerprint",
        finds: "` was accepted until 2021-06-30",
        """
        user "ann@acme.example" { password "Correct-Horse-1"; groups contractors }
        user "zoe@acme.example" { password "Correct-Horse-1"; phone "+15551230104" }
        sign-on "contractors" { when group contractors; require password }
        sign-on "rest" { require password and phone }
        accept "group-gets-less 36a9291555f6" "agreed" until [-"2021-06-30"-]{+"2999-06-30"+}
        """),
      Cure(
        "A finding that no longer exists",
        finds: "`risk-inversion` was accepted until 2022-12-24",
        """
        sign-on "all" { require password and phone }
        [-accept "risk-inversion" "for the season" until "2022-12-24"-]
        """),
      Cure(
        "A rule that isn't used",
        finds: "`policy-rule-shadowed` was accepted until 2019-01-01",
        """
        sign-on "staff" { when group staff; require password and phone }
        [-sign-on "desk" { when group staff and zone "office"; deny }-]
        sign-on "rest" { deny }
        [-accept "policy-rule-shadowed" "a draft" until "2019-01-01"-]
        """),
    ],
    nearMisses: [
      NearMiss(
        "The last day",
        """
        session-policy "all" { lifetime 30 days; idle 30m }
        accept "long-session" "the depot's tablets" until "2023-11-14"
        """),
      NearMiss(
        "No last day",
        """
        session-policy "all" { lifetime 30 days; idle 30m }
        accept "long-session" "the depot's tablets"
        """),
      NearMiss(
        "A day in the future, for a finding that doesn't exist",
        """
        accept "long-session" "the depot's tablets" until "2999-01-31"
        """),
      NearMiss(
        "A claim that is broken, as accepted",
        """
        sign-on "all" { require password }
        claim "two kinds" { always kinds >= 2 }
        accept "broken-claim" "the pilot" until "2999-01-31"
        """),
      NearMiss(
        "Two findings of the kind, both accepted",
        """
        session-policy "office" { when zone "office"; lifetime 30 days; idle 30m }
        session-policy "all" { lifetime 20 days; idle 30m }
        accept "long-session" "the depot's tablets" until "2024-01-31"
        """),
    ])

  static let acceptanceUnused = FindingCases(
    "acceptance-unused",
    [
      Cure(
        "A finding that was fixed",
        finds: "no finding matches `weaker-route`",
        """
        [-accept "weaker-route" "until the questions are answered"-]
        recovery { deny password, unlock }
        """),
      Cure(
        "A typo in the name",
        finds: "no finding matches `long-sesion`",
        """
        session-policy "all" { lifetime 30 days; idle 30m }
        accept "long-[-sesion-]{+session+}" "the depot's tablets"
        """),
      Cure(
        "A fingerprint of another finding",
        finds: "no finding matches `risk-inversion 000000000000`",
        """
        sign-on "office" { when zone "office"; require password and phone }
        sign-on "away" { require password }
        accept "risk-inversion [-000000000000-]{+c8fbc7e753dc+}" "as agreed"
        """),
      Cure(
        "A fingerprint of another kind of finding",
        finds: "no finding matches `same-kind a5d28b77e0d2`",
        """
        session-policy "all" { lifetime 30 days; idle 30m }
        accept "[-same-kind-]{+long-session+} a5d28b77e0d2" "as agreed"
        """),
      Cure(
        "A finding that the other acceptance covers, too",
        finds: "no finding matches `deny-bypassed`",
        """
        session-policy "all" { lifetime 30 days; idle 30m }
        accept "long-session" "the depot's tablets"
        [-accept "deny-bypassed" "for the tablets" until "2999-01-31"-]
        """),
    ],
    nearMisses: [
      NearMiss(
        "The id of a finding",
        """
        session-policy "all" { lifetime 30 days; idle 30m }
        accept "long-session" "the depot's tablets"
        """),
      NearMiss(
        "A fingerprint without its id",
        """
        session-policy "all" { lifetime 30 days; idle 30m }
        accept "a5d28b77e0d2" "the depot's tablets"
        """),
      NearMiss(
        "Two that accept the same",
        """
        session-policy "all" { lifetime 30 days; idle 30m }
        accept "long-session" "the depot's tablets"
        accept "a5d28b77e0d2" "the depot's tablets"
        """),
      NearMiss(
        "A note",
        """
        sign-on "partners" { when group partners; require password and phone }
        sign-on "all" { require password and phone }
        accept "rule-never-decides" "they come in May"
        """),
      NearMiss(
        "One that has expired, which is another finding",
        """
        accept "long-session" "the depot's tablets" until "2020-01-31"
        """),
    ])
}
