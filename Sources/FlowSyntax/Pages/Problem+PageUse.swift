extension Problem.ID {
  /// The pages on what is of no use, or can't come true.
  var usePage: Page? {
    switch self {
    case .exposedSecret:
      Page(
        id: self, title: "a secret for a field that everybody may see",
        meaning: """
          What comes from `secret`, `totp` or `inbox` is masked in every output, because nobody may
          read it. Here it is sent as something that is no secret, such as an identifier, which
          servers write into logs and pages. Most often a wrong name stands there.
          """,
        example: .check(
          "let password = secret JANE_PASSWORD\non identify answer identifier = password"),
        mending: """
          Write the value that belongs there. What is no secret, though it shouldn't stand in the
          script, comes from `env NAME`.
          """)
    case .impossibleExpectation:
      Page(
        id: self, title: "an expectation that no run can meet",
        meaning: """
          All expectations of a flow must hold at its end. These can't: they name two ways to end or
          two values of one fact, leave no number, or ask for a step that must never be taken. The
          flow would fail whatever the server answers.
          """,
        example: .check("on identify submit\nexpect success\nexpect failure"),
        mending: """
          Leave one of them out. What differs from case to case stands in a flow for each case, or in
          the flow's rows.
          """)
    case .notInOrg:
      Page(
        id: self, title: "something that the org doesn't have",
        meaning: """
          The flow runs against an org that its script declares, and names a user, an authenticator,
          a rule or a zone that this org hasn't got; or it begins with a sign-up, a recovery or an
          unlock, which the org doesn't allow. Users are doubted only where the flow expects to
          succeed. The same is said of what a claim names, and of a group in a rule of the org that
          nobody is in and that is called nearly like one that somebody is in.
          """,
        example: .check(
          """
          org acme { user "jane@example.com" { password "Correct-Horse-1" } }
          on identify answer identifier = "jnae@example.com"
          """),
        mending: """
          Check the spelling, or give the org what is missing. A flow that means to be refused says
          so: `expect failure`.
          """)
    case .unsatisfiableFlow:
      Page(
        id: self, title: "a flow that suits none of the orgs",
        meaning: """
          The script declares several orgs, and the flow names none with `against`. Each thing that
          it needs is in one of them, but no org has all: a user of one, a rule of another. Whichever
          it runs against, it fails.
          """,
        example: .check(
          """
          org acme  { user "jane@example.com" { password "Correct-Horse-1" } }
          org other { sign-on "staff" { require password } }

          on identify answer identifier = "jane@example.com"
          expect rule is "staff"
          """),
        mending: """
          Say `against` the org that is meant, and give it what it lacks; or make two flows of it.
          """)
    case .unusedName:
      Page(
        id: self, title: "a name that nothing uses",
        meaning: """
          A value or a profile is declared, and nothing in the script mentions it: no answer, no
          text, no condition, no `use`. It may be left over, or another name stands where it was
          meant. In a script without flows, which is there to be imported, nothing is doubted.
          """,
        example: .check("let site = \"acme\"\non identify answer identifier = \"jane\""),
        mending: """
          Use it, or leave it out. A profile that other scripts import belongs into a file of its
          own.
          """)
    default: nil
    }
  }
}
