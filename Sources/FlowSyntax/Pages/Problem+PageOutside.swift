extension Problem.ID {
  /// The pages on mailboxes and other programs.
  var outsidePage: Page? {
    switch self {
    case .badCommand:
      Page(
        id: self, title: "a command that can't be split into words",
        meaning: """
          What `run` is given is split into a program and its arguments by fixed rules, without a
          shell: blanks part words, and what stands in single or double quotes stays together. Here a
          quote is not closed, or no program is named.
          """,
        example: .check("on challenge password answer passcode = run \"pass show 'work/okta\""),
        mending: """
          Close the quote, or put the other kind around a quote that is meant as it stands. A name in
          the text, `\\(who)`, stays within its word whatever its value is, so that it needs no quotes.
          """)
    case .commandFailed:
      Page(
        id: self, title: "a program that gave no value",
        meaning: """
          `run` takes the first line that a program prints. This one could not be started, did not
          end in time (half a minute, and never longer than the run), ended with a status other than
          0, or printed nothing. The notes have the end of what it said on its standard error.
          """,
        example: .situation(
          "It comes from `run \"pass show work/okta\"` where the password store is locked."),
        mending: """
          Try the command in a terminal, but remember that no shell reads it here: there are no
          variables, patterns or pipes, and no input. What needs them goes into a file that can be
          executed, and `run "./code.sh"` finds it beside the script.
          """)
    case .envNotAllowed:
      Page(
        id: self, title: "a variable that the script may not read",
        meaning: """
          The flow runs against a real issuer, and `env NAME` or `secret NAME` asks for a variable of
          the environment. What a script reads can be sent, so it reads only variables that were
          allowed outside of it. All refused variables are listed, and nothing was sent.
          """,
        example: .situation(
          "It comes from `answer identifier = env AWS_SECRET_ACCESS_KEY` against a real issuer."),
        mending: """
          Read what the script does with the value. Then allow it with `--env NAME`, or list it in
          the file `flow.json` of the current folder: `{"env": ["NAME"]}`. Names that begin with
          `FLOW_` are allowed, except the tool's own credentials. Secrets may also come from the
          file of `--secrets`. A simulated org needs no permission.
          """)
    case .issuerNotAllowed:
      Page(
        id: self, title: "an issuer that only a script names",
        meaning: """
          The flow would sign in at an issuer that nothing but a script names: an `org NAME at "…"` of
          the script, of an import, or of the file of `--org`. A script from somebody else could send
          your credentials anywhere by that, so its host needs permission. Nothing was sent.
          """,
        example: .situation(
          "It comes from `org prod at \"https://acme.okta.com\"` without `--live acme.okta.com`."),
        mending: """
          Read the script. Where you trust it with this host, add `--live HOST`, with the port unless
          it is the usual one. A host that `--issuer`, `--config` or FLOW_ISSUER names is allowed,
          too. On a terminal `flow run` asks, and shows what would be sent.
          """)
    case .runNotAllowed:
      Page(
        id: self, title: "a program that the script may not run",
        meaning: """
          A value of the script is `run "…"`, which runs another program on this machine. A script
          that came from somebody else could do anything by that, so it needs leave. This is found
          before the first request, and nothing was run.
          """,
        example: .run("on identify answer identifier = run \"whoami\""),
        mending: """
          Read what the script runs, and where you trust it add `--allow-run`. Otherwise answer in
          another way, such as `secret NAME`. An app that embeds scripts runs no programs.
          """)
    case .inboxFailed:
      Page(
        id: self, title: "an inbox that can't be looked into",
        meaning: """
          The run takes a code from an inbox, and that can't be read: nobody answers at its address,
          what answers is no mail service, the folder is missing, its command failed, or it has no
          messages of the channel, as a mailbox has no text messages.
          """,
        example: .situation(
          "It comes from `--inbox http://127.0.0.1:8025` where nothing runs there."),
        mending: """
          See that the service runs: its address is what a browser shows its mails at. A maildir is
          the folder that holds `new` and `cur`. For `inbox sms` and `inbox voice` add `--inbox
          "command:…"`, a program that prints the newest message.
          """)
    case .inboxMissing:
      Page(
        id: self, title: "no inbox to take a code from",
        meaning: """
          The script takes a code from `inbox email`, `inbox sms` or `inbox voice`, and the run has
          no inbox: a simulated org has one of its own, a real issuer sends its codes elsewhere. This
          is found when a rule takes the code: a run that needs none needs no inbox.
          """,
        example: .situation(
          "It comes from `answer code = inbox email` with `--issuer` and without `--inbox`."),
        mending: """
          Name one with `--inbox` or in FLOW_INBOX: `http://127.0.0.1:8025` for a mail service with
          Mailpit's API, `maildir:PATH` for a folder, or, with `--allow-run`, `command:…`. In an app
          the configuration has an `inbox`. `prompt code` asks a person instead.
          """)
    default: nil
    }
  }
}
