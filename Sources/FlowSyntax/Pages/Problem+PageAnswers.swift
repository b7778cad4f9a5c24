extension Problem.ID {
  /// The pages on a script's own faults in a run.
  var answerPage: Page? {
    switch self {
    case .ambiguousField:
      Page(
        id: self, title: "a field's name that fits two fields",
        meaning: """
          A field is named in full (`userProfile.firstName`) or by its last part (`firstName`). Here
          the last part fits two fields of the step, and sending the value to one of them would be a
          guess.
          """,
        example: .situation(
          """
          It comes from `answer email = …` at a step that \
          asks for `userProfile.email` and `contact.email`.
          """
        ),
        mending: """
          Write the full name of the one that you mean; the message lists both.
          """)
    case .deadline:
      Page(
        id: self, title: "the time is up",
        meaning: """
          A run has two minutes, or what `--timeout` gives it; the time that a person takes to
          answer is not counted. The mark is on the line that was done last. A server that doesn't
          answer at all is another problem, `server-unreachable`.
          """,
        example: .situation(
          "It comes from `on challenge okta-verify poll` when nobody answers the push."),
        mending: """
          Give it longer with `--timeout 5m`, if somebody is to answer in that time; or give `poll`
          a limit, `poll for 1m`, and write below it what to do when that time is over. If the
          server is slow, `--trace` shows what each step took.
          """)
    case .expectationFailed:
      Page(
        id: self, title: "it came otherwise than expected",
        meaning: """
          The run ended, and what the `expect` line asks for doesn't hold. The message has what was
          expected and what was found. A flow without any `expect` expects success.
          """,
        example: .run("on identify cancel\nexpect success"),
        mending: """
          See the steps of the run: the path shows where it went another way. If the flow is meant
          to be refused, write `expect failure message contains "…"`, and the refusal is a pass.
          """)
    case .captcha:
      Page(
        id: self, title: "a CAPTCHA blocks the run",
        meaning: """
          The page requires the answer to a CAPTCHA, which a person gives in a browser. The script has
          none, and without it the server refuses whatever else is answered. Nothing was sent if the
          page says that the answer is required; otherwise the notes have the server's refusal.
          """,
        example: .situation(
          "It comes from `on identify answer identifier = …` at an org that has CAPTCHA turned on."),
        mending: """
          Turn CAPTCHA off in the org that is tested, or for the app or the network that the tests
          come from. The vendors have keys for tests whose answers always count: configure such a key
          in the org, and write `answer captchaToken = secret CAPTCHA_TOKEN` beside the other fields.
          """)
    case .inboxEmpty:
      Page(
        id: self, title: "no code came",
        meaning: """
          `inbox email`, `inbox sms` and `inbox voice` take the code that was sent for this very
          step. None had come when the run's time was over. A code that came before the step, that was
          used already, or that went to somebody else, is not taken.
          """,
        example: .situation(
          "It comes from `answer code = inbox sms` at a step whose code went out by voice."),
        mending: """
          See that the channel is the one that was chosen (`choose phone via sms`), and that what is
          sent arrives where the run looks, which `--inbox` says. A mail that takes longer needs a
          longer `--timeout`; `prompt code` asks you to read it.
          """)
    case .missingValues:
      Page(
        id: self, title: "values that are not there",
        meaning: """
          Before its first request a run looks for everything that it may need from outside: `env`,
          `secret` and `file`. What is missing is listed at once, so that no run stops half way for
          want of it.
          """,
        example: .run("on identify answer identifier = env A_NAME_THAT_NOBODY_SETS"),
        mending: """
          Write secrets into a file, a line `NAME=value` each, and name it with `--secrets FILE` or
          as `secrets` in `flow.json`. Or set the variables, as in `NAME=value flow run …`; at a
          real issuer a script reads a variable only with `--env NAME`. On a terminal a missing
          secret is asked for.
          """)
    case .noProgress:
      Page(
        id: self, title: "the same answer to the same response",
        meaning: """
          The server showed the same response again and the same rule would answer it in the same
          way, which would go on for ever. The marks show the lines that take turns.
          """,
        example: .run(
          "on identify answer identifier = \"jane@example.com\"\n"
            + "on challenge password answer passcode = \"wrong\"\n"
            + "on any when message answer passcode = \"wrong\""),
        mending: """
          Give the rule `once`, and write another one for what should happen then. A code that was
          refused needs a new one: `resend` asks for it.
          """)
    case .noRule:
      Page(
        id: self, title: "a step without an answer",
        meaning: """
          Nothing is guessed: when no rule, no profile and no `otherwise` answers what the server
          asks for, the run stops. The notes name the step and what it asks for, every rule that was
          passed over and why, and a line that would answer it.
          """,
        example: .run("on identify when attempt > 5 submit"),
        mending: """
          Write a rule for the step. While you don't know the steps yet, run with `-i`: then
          whatever no rule answers is asked for on the terminal.
          """)
    case .unexpectedAuthenticator:
      Page(
        id: self, title: "a step about no authenticator",
        meaning: """
          The server asks for a proof, or for an authenticator to be set up, and doesn't say which
          authenticator the step is about. No rule answers the step, so the run stops.
          """,
        example: .situation(
          "It comes from a `challenge-authenticator` without an authenticator, if every rule for it "
            + "says `when authenticator.key`."),
        mending: """
          Look at the page with `--trace` or `flow inspect`. If the step can be answered all the same,
          write a rule for it without a subject: `on challenge prompt code`.
          """)
    case .nobodyToAsk:
      Page(
        id: self, title: "a question, and nobody to answer it",
        meaning: """
          The flow comes to a `prompt`, an `ask` or a redirect for a browser, and the run has no
          terminal, or was told not to ask (`--no-input`).
          """,
        example: .run("on identify prompt identifier"),
        mending: """
          Run it on a terminal, or give the value in another way: `secret NAME`, `env NAME`, a
          profile. An app that embeds scripts passes a prompter of its own.
          """)
    case .notOffered:
      Page(
        id: self, title: "something that is not offered here",
        meaning: """
          A rule whose first action can't be done is passed over, but the further ones, after `then`
          or in braces, have to be possible when their turn comes. This one is not: the response
          offers no such step, option or capability.
          """,
        example: .run("on identify answer identifier = \"jane@example.com\" then resend"),
        mending: """
          Make it a rule of its own, so that it applies where it is offered and is passed over
          elsewhere. The trace shows what the response offered instead.
          """)
    case .requiredField:
      Page(
        id: self, title: "a field that has to be answered",
        meaning: """
          The step has a field that it requires, and neither the rule nor a profile gives it a
          value, so the server would refuse it.
          """,
        example: .run("on identify submit"),
        mending: """
          Answer the field as well, in the rule or in a profile; the help shows the line. `prompt`
          with its name asks a person.
          """)
    case .ruleFailed:
      Page(
        id: self, title: "the script said so",
        meaning: """
          A rule's action was `fail "…"`, and the message is its text. The transaction was given up.
          """,
        example: .run("on identify fail \"this org asks for a name first\""),
        mending: """
          Look at the rule that is marked: its author wanted the run to end here.
          """)
    case .tooManySteps:
      Page(
        id: self, title: "more steps than any sign-in takes",
        meaning: """
          A run may take 50 steps; the longest sign-in takes about a dozen. The responses differed,
          or it would have been noticed sooner, but the flow is going round all the same.
          """,
        example: .situation(
          "It comes from a rule that asks for new codes for ever: `on challenge email resend`."
        ),
        mending: """
          Give the rules that repeat `once` or `up to 3 times`, and say with `otherwise stop` or a
          further rule what should happen after that.
          """)
    case .valueFailed:
      Page(
        id: self, title: "a value that can't be had, or that doesn't fit",
        meaning: """
          A value was needed and could not be made: the shared secret of `totp` is not Base32, a
          field takes one of some values and got another, a question was not answered, or a flow's
          rows are too many.
          """,
        example: .run(
          """
          on identify answer identifier = "jane@example.com"
          on challenge password answer passcode = totp "not Base32!"
          """),
        mending: """
          The message says which value, and the mark where it stands. What a field accepts is shown
          by `flow inspect` and in the trace.
          """)
    default: nil
    }
  }
}
