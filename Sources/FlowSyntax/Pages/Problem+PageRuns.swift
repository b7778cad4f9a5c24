extension Problem.ID {
  /// The pages on servers and interruptions.
  var runPage: Page? {
    switch self {
    case .interrupted:
      Page(
        id: self, title: "the run was interrupted",
        meaning: """
          Somebody pressed Ctrl-C, or the program that ran the script cancelled it. The transaction
          was given up on the server, so that nothing is left half done there.
          """,
        example: .situation(
          "It comes from pressing Ctrl-C while a run waits for a push to be answered."),
        mending: """
          Run it again. If it had to be interrupted because it hung, `--timeout` ends it by itself
          and `--trace` shows where.
          """)
    case .pollTimeout:
      Page(
        id: self, title: "waited in vain",
        meaning: """
          A `poll` has waited as long as its `for` allows, and what it waits for has not happened.
          From then on the rules below it decide, and none of them answers the step.
          """,
        example: .run(
          "on identify answer identifier = \"jane@example.com\"\n"
            + "on challenge password answer passcode = secret JANE_PASSWORD\n"
            + "on select-authenticator choose email\n"
            + "on challenge email poll for 10s"),
        mending: """
          Give it longer, or write a rule after it that answers the step when the time is over, such
          as `on challenge email answer code = inbox email`. If that nothing happens is what you
          test, let the rule after it be a `stop`, and write `expect stopped`.
          """)
    case .replayDiffers:
      Page(
        id: self, title: "a flow that parts from its recording",
        meaning: """
          `flow replay` holds each request of a flow against the one that was recorded: its method,
          its path and its body, secrets aside. One differs, or the flow or the recording goes on
          where the other has ended. The notes tell which members differ, and what was recorded.
          What would have come next was never recorded, so the replay ends there.
          """,
        example: .situation(
          "It comes from a flow that chooses another authenticator than the recorded one."),
        mending: """
          Where the flow has changed by mistake, mend the line that is shown. Where it is meant,
          record the sign-in again: `flow record --cassette FILE`.
          """)
    case .requestFailed:
      Page(
        id: self, title: "a request that could not be made",
        meaning: """
          What the script asks for does not fit where the run stands: an answer that has not the form
          which is wanted, something that can't happen now, a parameter that this beginning doesn't
          take. Nothing was sent, and the run ends there.
          """,
        example: .situation(
          "It comes from a PIN and a biometric where one of them is wanted, or from "
            + "`meanwhile server-logout` while nobody is logged in."),
        mending: """
          The message says what is wanted, and its help what to write. `flow run --trace` shows what
          the step asks for.
          """)
    case .responseMalformed:
      Page(
        id: self, title: "an answer that can't be understood",
        meaning: """
          The server answered with something that is no response of its engine: truncated JSON, a
          page for browsers, a member of another kind. A proxy that wants a login of its own looks
          like that too.
          """,
        example: .situation("It comes from an issuer's address that leads to a web page."),
        mending: """
          Check the issuer: it is an address such as `https://example.okta.com/oauth2/default`. If
          it is right, try again later. `flow inspect` says precisely what it can't read in a
          captured answer.
          """)
    case .serverError:
      Page(
        id: self, title: "the server failed",
        meaning: """
          The server answered with an error of its own (HTTP 500 and above): it could not do what
          was asked, whoever had asked. A gateway before it answers so too, when the server is down.
          """,
        example: .situation("It comes from a server that is out of order or being updated."),
        mending: """
          Try again later; the note has the time to wait, where the server says one. If it stays,
          see the status page of the service, or the logs of the org.
          """)
    case .serverLimit:
      Page(
        id: self, title: "too many requests",
        meaning: """
          The server asks to wait: it limits how many sign-ins it takes in a minute, for an address
          or for a user (HTTP 429). The note has the time, where it says one.
          """,
        example: .situation(
          "It comes from running many flows of one user against a live org at once."),
        mending: """
          Wait, and run fewer at a time. Against the simulated org there is no limit, so develop
          there and run against the live one last.
          """)
    case .serverMessage:
      Page(
        id: self, title: "the server refused it",
        meaning: """
          The response has an error message for the person: a wrong password, an expired code, an
          account that is locked. A refused answer is never sent again by itself, so the run stops
          unless a rule says what to do about the message.
          """,
        example: .run(
          "on identify answer identifier = \"jane@example.com\"\n"
            + "on challenge password answer passcode = \"wrong\""),
        mending: """
          Correct the answer that the mark shows. To go on after a message, write a rule with `when
          message`, or better `when message.key is "…"`, which doesn't depend on the language. If
          the refusal is what you test, write `expect failure message contains "…"`.
          """)
    case .serverRefused:
      Page(
        id: self, title: "a request that was refused, or is not safe to send",
        meaning: """
          The server refused the request for good: the client is unknown, the redirect address is
          not registered, the flow is not allowed. Or it was not sent at all: credentials would have
          gone to another host than the issuer's, or in plain http beyond this machine.
          """,
        example: .situation("It comes from a client id that the org doesn't know."),
        mending: """
          Check `--issuer`, `--client-id`, `--redirect-uri` and `--scopes` with the application's
          settings in the org, where the grant type "Interaction Code" has to be allowed. If the
          refusal is what you test, write `expect refused`, with `and message.key is "…"` for its
          code.
          """)
    case .serverUnreachable:
      Page(
        id: self, title: "no connection",
        meaning: """
          The server could not be reached, or the connection broke: the name is unknown, nobody
          listens at the port, or no answer came in time.
          """,
        example: .situation(
          "It comes from an issuer's address with a spelling mistake in the host."),
        mending: """
          Try the issuer's address with `/.well-known/openid-configuration` after it in a browser or
          with `curl`. A proxy is taken from `https_proxy`. The simulated org needs no network:
          leave out `--issuer`.
          """)
    case .simulatedOnly:
      Page(
        id: self, title: "something that only a simulated org takes",
        meaning: """
          After `start … with` the script says from which zone or device the sign-in comes, how risky
          it is, what time it is, or whose session is open. A simulated org believes that; a real
          issuer finds it out by itself, so that the script would test something else than it says.
          Nothing was sent. An org that is served on this machine over plain http counts as simulated.
          """,
        example: .situation(
          "It comes from `start sign-in with zone = \"office\"` and `--issuer`."),
        mending: """
          Take the parameter away, or run the flow against a simulated org: one of the script with
          `against`, or one of a file with `--org`.
          """)
    case .transactionExpired:
      Page(
        id: self, title: "the transaction is over",
        meaning: """
          The server keeps a sign-in that was begun for some minutes, and this one has expired, or
          was used up or cancelled elsewhere. It can't be taken up again.
          """,
        example: .situation("It comes from answering a `prompt` after a long pause."),
        mending: """
          Run it again. If people need more time to answer, the org's settings say how long a
          transaction lives.
          """)
    case .passkeyFailed:
      Page(
        id: self, title: "a passkey that can't answer",
        meaning: """
          A rule answers by `passkey NAME`, and that can't be done: no passkey of the name was made
          for this server, the account has not enrolled it, or this machine has no library that
          signs (on Linux, OpenSSL's `libcrypto`). The last is found before the first request.
          """,
        example: .situation(
          "It comes from `answer passkey = passkey jane` where `jane` was never set up."),
        mending: """
          Set it up first: where a step enrols a passkey, the same line makes it. What is made lasts
          as long as the run, or in the file of `flow run --passkeys FILE`.
          """)
    case .passkeyMisplaced:
      Page(
        id: self, title: "a passkey where none is asked for",
        meaning: """
          `passkey NAME` is no text: it signs what a step asks of a passkey, and the answer goes to
          several fields at once. So it stands behind the field `passkey`, at a step that has such
          a challenge, and nowhere else.
          """,
        example: .run("on identify answer identifier = passkey jane"),
        mending: """
          Write `on challenge webauthn answer passkey = passkey jane`, or give a profile the line
          `passkey = passkey jane`. A code or a password comes from `totp`, `secret` or `prompt`.
          """)
    default: nil
    }
  }
}
