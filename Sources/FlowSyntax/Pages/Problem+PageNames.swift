extension Problem.ID {
  /// The pages on names and words.
  var namePage: Page? {
    switch self {
    case .unknownEngine:
      Page(
        id: self, title: "an engine that there isn't",
        meaning: """
          The word after `engine`, or after `for` in an org, names the protocol that the flow
          speaks. A flow that has no such line speaks the usual one, `idx`.
          """,
        example: .check("engine indx\non identify submit"),
        mending: """
          Write one of the names that the note lists, or leave the line out.
          """)
    case .unknownEvent:
      Page(
        id: self, title: "an event that the engine doesn't have",
        meaning: """
          After `meanwhile` stands what happens outside of the run while it goes on: the server ends
          a session, a push arrives. Each engine has its own list, and an engine that only ever
          answers requests has none.
          """,
        example: .check("on identify meanwhile logout"),
        mending: """
          Write one of the words that the note lists. To let time pass write `wait 30s`.
          """)
    case .unknownFact:
      Page(
        id: self, title: "a condition on something that there isn't",
        meaning: """
          A condition can ask for what every run knows (`message`, `attempt`, `step`, `steps`,
          `outcome`), for what the engine tells (`user.…`, `token.…`), for a named value,
          and for how the run ended (`success`, `failure` and so on). The word that is pointed at is
          none of these.
          """,
        example: .check("on identify submit\nexpect sucess"),
        mending: """
          Check the spelling. To ask whether the step offers an option, write `offers email`;
          whether it asks for a field, `has passcode`; which steps were taken, `path identify,
          challenge`.
          """)
    case .unknownIntent:
      Page(
        id: self, title: "a start that the engine doesn't have",
        meaning: """
          The word after `start` says what the person wants: to sign in, to register, to recover a
          password, to unlock an account. Each engine has its own list; without `start` a flow signs
          in.
          """,
        example: .check("start signin\non identify submit"),
        mending: """
          Write one of the words that the note lists, in full: `sign-in`, not `signin`.
          """)
    case .unknownName:
      Page(
        id: self, title: "a name that nothing has",
        meaning: """
          A bare word on the right of `=` or of a comparison, and within `\\( )`, is the name of a
          value: of a `let`, of a row, or of an answer in a profile that the flow uses. After `use`
          and `against` stand the names of a profile and of an org. Nothing of this name is declared
          here or in an imported file.
          """,
        example: .check("on identify answer identifier = jane"),
        mending: """
          Put quotes around a text that is meant as it stands: `"jane"`. Else declare the name (`let
          jane = …`), import the file that does, or `use` the profile. A bare field, as in `answer
          identifier`, takes the value of that name.
          """)
    case .unknownParameter:
      Page(
        id: self, title: "a parameter that isn't taken here",
        meaning: """
          After `start … with` and `meanwhile … with` stand parameters that the engine knows by
          their names. This one is not among those of this start or this event.
          """,
        example: .check("start sign-in with login_hit = \"jane\"\non identify submit"),
        mending: """
          Write one of the names that the note lists. What a step asks for is not given here but by
          a rule: `on identify answer identifier = "jane"`.
          """)
    case .unknownStep:
      Page(
        id: self, title: "a step that is not known",
        meaning: """
          A rule's first word is the name of a step as the engine has it, or the beginning of such a
          name up to a hyphen: `challenge` means `challenge-authenticator` and `challenge-poll`. No
          known step is called so. It is a warning, for a server may offer steps that nobody has
          seen yet.
          """,
        example: .check("on chalenge email answer code = inbox email"),
        mending: """
          Check the spelling. `flow inspect` shows the steps of a captured response, and a run that
          finds no rule shows the step's name as it came.
          """)
    case .unknownSubject:
      Page(
        id: self, title: "an authenticator or method that is not known",
        meaning: """
          After a step's name may stand what it is about, after `choose` what is chosen, and after
          `via` the method. The word is near one that is known, but is not it. Names that can't be
          known, such as those of accounts, are not doubted.
          """,
        example: .check("on challenge emial answer code = inbox email"),
        mending: """
          Write the word that is offered. If the word is right after all, put it in quotes: what
          stands in quotes is compared with what a person would read, and is never doubted.
          """)
    case .wrongWord:
      Page(
        id: self, title: "a word that can't stand here",
        meaning: """
          Here only certain words make sense, and this is none of them: the name of an outcome after
          `outcome is`, a channel after `inbox`, what to make after `random`, and `skip`, `stop` or
          `prompt` after `otherwise`. Before a channel or the name of a secret, only `inbox`,
          `secret` and their like make a value.
          """,
        example: .check("on challenge answer code = inbox mail"),
        mending: """
          Write one of the words that the message lists. In a flow with rows, the name of a row may
          stand in the place of a channel.
          """)
    case .unknownSetting:
      Page(
        id: self, title: "a setting that an org doesn't have",
        meaning: """
          Each engine says which settings its orgs have, and which words they take. Here stands one
          that it doesn't know.
          """,
        example: .settings(
          "org acme {\n  authenticatrs password, email\n}\nagainst acme\non identify submit"),
        mending: """
          Write the word that is offered; `Examples` has an org with every setting. A setting may
          belong into the braces of another one, such as `password` into those of a `user`.
          """)
    default: nil
    }
  }
}
