extension Problem.ID {
  /// The pages on what `flow audit` finds.
  var auditPage: Page? { claimPage ?? auditRulePage }

  private var claimPage: Page? {
    switch self {
    case .brokenClaim:
      Page(
        id: self, title: "a claim that doesn't hold",
        meaning: """
          A `claim` says what must hold over every route that an org's policies allow. One of them
          breaks it: the finding names who goes it and what they do, and the flow below it goes it.
          A claim for people of whom the org has none says nothing at all, and is told too.
          """,
        example: .situation(
          "It comes from `flow audit`, for `always kinds >= 2` where somebody gets in with a "
            + "password alone."),
        mending: """
          Ask for more in the rule that decided, or put a stricter rule before it. Where the route is
          as it should be, say so in the claim: `always kinds >= 2 or zone is "office"`. Where
          nobody is meant, look at how the group, the type or the user is spelled.
          """)
    case .weakerRoute:
      Page(
        id: self, title: "a route that is weaker than its rule",
        meaning: """
          Somebody gets in with less than the sign-on rule asks for, as far as they had it before: the
          rest was enrolled on the way, or is a password that was set anew. Whoever has stolen the one
          thing gets everything by it.
          """,
        example: .situation(
          "It comes from `flow audit`, for a rule with `require password and possession` where "
            + "whoever has the password may enrol a phone on the way."),
        mending: """
          Let people enrol from where they are known (`enrollment { when zone "office"; … }`), or not
          at a sign-in (`ask never`). Let a forgotten password be recovered by two things of different
          kinds (`password-second`).
          """)
    case .noWayIn:
      Page(
        id: self, title: "somebody who can't get in",
        meaning: """
          An account is active and no rule turns its owner away, and still no route leads in,
          wherever they come from: what the rule asks for they neither have nor can enrol, or the
          org refuses them before any rule decides, and says why.
          """,
        example: .situation(
          "It comes from `flow audit`, for a rule with `require webauthn` and a user who has no "
            + "passkey, where no `enrollment` lets them have one."),
        mending: """
          Let them enrol what the rule asks for, or give them a rule of their own. Where nobody is
          meant to get in, write `deny`.
          """)
    default: nil
    }
  }

  private var auditRulePage: Page? {
    switch self {
    case .policyRuleShadowed:
      Page(
        id: self, title: "a rule of a policy that never decides",
        meaning: """
          Of a policy's rules the first decides whose conditions all hold. Whoever fits this one fits
          an earlier one as well, or nobody can fit it: it could be left out.
          """,
        example: .situation(
          "It comes from `flow audit`, for a rule with `when group admins and zone \"office\"` "
            + "behind one with `when group admins`."),
        mending: """
          Put the narrower rule before the wider one, or leave it out.
          """)
    case .enrolmentImpossible:
      Page(
        id: self, title: "something required that nobody can enrol",
        meaning: """
          An enrolment policy requires an authenticator, people are asked for it, and no route ends
          with it enrolled: whoever is asked for it comes no further, or gets in without it.
          """,
        example: .situation(
          "It comes from `flow audit`, for `required okta-verify` in an org with "
            + "`okta-verify { enroll never }`."),
        mending: """
          Let it be enrolled, or take it out of `required`.
          """)
    case .weakMethod:
      Page(
        id: self, title: "a method weaker than the rest of its rule",
        meaning: """
          Every other way that the rule takes is stronger than the one with this method: by kinds of
          factors, or because all others resist phishing. Whoever attacks takes the weakest.
          """,
        example: .situation(
          "It comes from `flow audit`, for a rule with "
            + "`require webauthn or okta-verify via fastpass or phone via sms`."),
        mending: """
          Leave the method out of the rule, or keep it to a rule of its own for those who need it.
          """)
    default: nil
    }
  }
}
