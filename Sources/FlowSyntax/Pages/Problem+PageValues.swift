extension Problem.ID {
  /// The pages on values, conditions and rules.
  var valuePage: Page? {
    switch self {
    case .multilineText:
      Page(
        id: self, title: "a text over several lines that is laid out wrongly",
        meaning: """
          The quotes `\"""` that open and close a text over several lines stand at the end of a line
          and on a line of their own. What stands before the closing quotes is taken off every line
          of the text, so no line may be indented less.
          """,
        example: .check(
          "let mail = \"\"\"\n  Dear Jane,\n your code is here.\n  \"\"\"\non skip say \"\\(mail)\" then skip"
        ),
        mending: """
          Indent every line at least as far as the closing quotes, with the same spaces or tabs.
          Empty lines need no indentation.
          """)
    case .notYet:
      Page(
        id: self, title: "a form that can't run yet",
        meaning: """
          The language has more than can be run so far, so that scripts needn't change later. All
          its engines run, with their simulated orgs. What can be written but not run: `used` outside
          of a claim, and `offers`, `has`, `path` and `sent` in one. In a simulated org of the Identity Engine these are the
          authenticators `custom-app`, `custom-push`, `external-idp`, `smart-card-idp`, `tac` and
          `nfc-pin`; a smart card can be had as `idp "Card" { type X509 }`.
          """,
        example: .check("on identify when used password submit"),
        mending: """
          Where it would have to run it is an error: leave it out, or write what runs today in its
          place. Where it merely stands it is a warning, and everything else runs.
          """)
    case .operatorMismatch:
      Page(
        id: self, title: "a comparison that doesn't fit",
        meaning: """
          `contains` looks into a text or a list, and `matches` at a text; of a list nothing else
          can be asked. `<`, `<=`, `>` and `>=` compare numbers, or durations. What stands beside
          the operator here is none of these.
          """,
        example: .check("on challenge when message > 2 submit"),
        mending: """
          Ask for what you mean: `attempt > 2` for how often the step was met, `message contains
          "expired"` for what the server says, `steps < 8` for how many steps were taken.
          """)
    case .rowLength:
      Page(
        id: self, title: "a row with too many or too few values",
        meaning: """
          With several names after `for`, every row stands in parentheses and has a value for each
          name.
          """,
        example: .check(
          "flow \"sign in\" for who, factor in (\"jane\", email), (\"john\") {\n"
            + "  on identify answer identifier = who\n  on select-authenticator choose factor\n}"),
        mending: """
          Complete the row. With one name, rows are values without parentheses: `for factor in
          email, phone`. Two `for` clauses make every pair of their rows.
          """)
    case .secretLiteral:
      Page(
        id: self, title: "a secret in the script",
        meaning: """
          A password, a PIN or the shared secret of `totp` stands in the script as it is. Scripts
          are shared, reviewed and kept for ever; a secret shouldn't be. Outputs mask it all the
          same. A flow that expects to be refused may give a wrong password on purpose: it is not
          warned about.
          """,
        example: .check("profile jane {\n  password = \"Correct-Horse-1\"\n}\nuse jane"),
        mending: """
          Write `secret JANE_PASSWORD`. It is looked up in the environment, then in the file that
          `--secrets` names, and is asked for where it is in neither. `prompt password` always asks.
          """)
    case .settingDuplicate:
      Page(
        id: self, title: "a setting that stands twice",
        meaning: """
          The org has the same setting, user or method twice. Which of the two counts would be a
          guess.
          """,
        example: .settings(
          "org acme {\n  authenticators password, password\n}\nagainst acme\non identify submit"),
        mending: """
          Leave one of them out. Of `user` and `sign-on` there may be many, with different names.
          """)
    case .settingMissing:
      Page(
        id: self, title: "a setting without which an org can't be",
        meaning: """
          What is written is not enough to simulate: a sign-on rule has to say what it requires, a
          lockout after how many attempts it locks.
          """,
        example: .settings(
          "org acme {\n  authenticators password\n  sign-on { }\n}\n"
            + "against acme\non identify submit"
        ),
        mending: """
          Add the setting that the message names. Settings that may be left out have a usual value.
          """)
    case .settingValue:
      Page(
        id: self, title: "a value that a setting doesn't take",
        meaning: """
          The setting is known, but not what stands after it: a word where a number is needed, a
          text that is no phone number, a method that the authenticator doesn't have.
          """,
        example: .settings(
          "org acme {\n  authenticators password\n  lockout { after many attempts }\n}\n"
            + "against acme\non identify submit"),
        mending: """
          Write it in the form that the help shows.
          """)
    case .typeMismatch:
      Page(
        id: self, title: "two types that are compared",
        meaning: """
          A number is never a text, and true is never a word: a comparison of two different types
          could only ever be false, so it is an error instead. Texts stand in quotes, numbers don't;
          `attempt` and `steps` are numbers, `message`, `step` and `outcome` are texts.
          """,
        example: .check("on challenge when attempt > \"2\" submit"),
        mending: """
          Take the quotes off a number, or put them around a text. What comes from `env`, `secret`
          or a file is always text.
          """)
    case .unreachableRule:
      Page(
        id: self, title: "a rule that can never fire",
        meaning: """
          Rules are tried from the top, and the first one that applies decides. The rule that is
          marked besides fits every step that this one fits, has no condition and no limit, and what
          it does can always be done: so this one is never reached.
          """,
        example: .check(
          "on challenge email answer code = \"000000\"\n"
            + "on challenge email answer code = inbox email"
        ),
        mending: """
          Give the first one `once` if it should answer only the first time, or a condition: `when
          attempt < 2`. A rule with `when message` answers after the server has complained. Or put
          the rule that is more particular first.
          """)
    case .valueCycle:
      Page(
        id: self, title: "values that stand for each other",
        meaning: """
          Following what the names stand for leads back to where it began, so none of them has a
          value.
          """,
        example: .check("let site = \"\\(host)/login\"\nlet host = site\non identify submit"),
        mending: """
          Give one of them a value of its own: a text, `env HOST`, or whatever it comes from.
          """)
    default: nil
    }
  }
}
