import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

@Suite("Help")
struct HelpTests {
  static let run = """
    flow run: run scripts, against a simulated org or a real issuer

    Usage: flow run [OPTIONS] FILE…

    Runs every flow of the files, and prints a line for each step as it happens, then the
    outcome and the expectations. A script that names no org runs against a built-in one. `-`
    reads a script from the standard input.

    `env NAME` and `secret NAME` are looked up in the environment, secrets then in the file of
    --secrets (one NAME=value per line), and then at the terminal. At a real issuer a script
    reads only the variables that --env or flow.json names, and those that begin with FLOW_.

    The settings of a real issuer come from the options, then FLOW_ISSUER, FLOW_CLIENT_ID,
    FLOW_CLIENT_SECRET, FLOW_REDIRECT_URI and FLOW_SCOPES, then the file of --config, then the
    script's own `org NAME at "https://…"`. --trace shows the source of each. An issuer that
    only the script names needs --live HOST, or a yes at the terminal. Codes by email come from
    the inbox of --inbox, else of FLOW_INBOX: a mail service with Mailpit's API
    (http://127.0.0.1:8025), maildir:PATH, or command:… that prints the latest message; `inbox
    sms` and `inbox voice` work only with a command.

    --fault injects faults into a simulated org: when (any, an endpoint, a step, or email, sms,
    voice for messages), how often (once, 2nd, from 3rd, 3 times), a colon, and the fault:
    latency 2s, 429 [retry-after 2] [ion], 500 to 504, drop, truncate, expired, html 403,
    unknown-step, missing key, order reversed, … `fault "…"` in an org does the same.

    The proxy comes from HTTPS_PROXY and NO_PROXY, but is never used for this machine.

    Options:
      --only NAME         run only this flow; `*` matches any text (repeats)
      --var NAME=VALUE    give a name a value (repeats)
      --use FILE[:NAME]   use a profile in every flow; with no script, sign in with it (repeats)
      --secrets FILE      also look up secrets in this file
      --passkeys FILE     store passkeys in this file (mode 0600)
      --root DIR          let imports come from anywhere below this folder
      --timeout TIME      end a flow after this long (2m)
      --at TIME           the simulated org's time: 2026-12-01T09:00:00Z, or +30d
      --fault FAULT       a fault of the simulated org: 'challenge: 429' (repeats)
      -i, --interactive   ask for every step that no rule answers
      --no-input          never ask; fail instead
      --org FILE[:NAME]   run against this simulated org
      --config FILE       the issuer's settings: JSON, or an app's Okta.plist
      --issuer URL        run against a real issuer: https://HOST/oauth2/default
      --client-id ID      the app's client id
      --redirect-uri URI  the app's redirect address
      --scopes LIST       the scopes (openid profile)
      --ca-file FILE      trust these certificates (PEM; Linux)
      --inbox SOURCE      the inbox for an issuer's codes: http://…, maildir:… or command:… (repeats)
      --allow-run         let scripts, and an inbox, run other programs
      --live HOST         let flows sign in at this host of a real issuer (repeats)
      --env NAME          let scripts read this variable at a real issuer (repeats)
      --tokens FILE       save the tokens in this file (mode 0600)
      --revoke            revoke the tokens after the sign-in
      --cassette FILE     save the traffic of one flow in this file, without secrets
      --force             overwrite the file of --cassette
      -q, --quiet         print only problems
      --trace             print everything that was offered and tried
      --json              print JSON: one object per flow, one per line
      --color WHEN        color: auto (default), always or never
      -h, --help          show this help
      -V, --version       show the version

    Examples:
      flow run sign-in.flow
          run it against the org it names, or the built-in one
      flow run -i two-lines.flow
          ask for the steps that no rule answers
      flow run --use jane.flow sign-in.flow
          with a profile's answers
      flow run sign-in.flow --issuer https://acme.okta.com/oauth2/default --client-id 0oa1 --redirect-uri com.example:/callback
          against a real org

    """

  static let check = """
    flow check: find the mistakes in scripts without running them

    Usage: flow check [OPTIONS] PATH…

    Reads files, and every .flow file below folders, with everything that they import, and
    prints every mistake: of grammar, unknown names, types that can't be compared, rules that
    can never fire, orgs that are impossible, declarations that nothing uses, and references
    that the org doesn't have. `-` reads a script from the standard input.

    --fix replaces each misspelled word by its correction, and prints each change. If two
    corrections are equally near, or the script wouldn't improve, it changes nothing.

    Options:
      --strict         fail on warnings too
      --var NAME       a name that a run will set (repeats)
      --root DIR       let imports come from anywhere below this folder
      --fix            fix misspelled words that have one correction
      --diff           with --fix: write nothing; print what would change
      -q, --quiet      print only problems
      --format FORMAT  text (default), json, sarif or github
      --json           print JSON: one problem per line
      --color WHEN     color: auto (default), always or never
      -h, --help       show this help
      -V, --version    show the version

    Examples:
      flow check Examples
          everything in a folder
      flow check --strict --json sign-in.flow
          for an editor or a CI job
      flow check --format github .
          annotations on a pull request, in GitHub Actions
      flow check --fix --diff sign-in.flow
          the fixes that it would make

    """

  static let inspect = """
    flow inspect: show captured IDX responses as a script sees them

    Usage: flow inspect [OPTIONS] RESPONSE.json…

    Prints the steps with their fields and options, the authenticators, methods and
    capabilities, the messages and the outcome, and every part that wasn't understood. Handles,
    codes and tokens are masked. `-` reads the standard input.

    Options:
      --json         print JSON: one object per file, one per line
      --summary      print one line per file
      --color WHEN   color: auto (default), always or never
      -h, --help     show this help
      -V, --version  show the version

    Examples:
      flow inspect response.json
          the step as a script sees it
      flow inspect --summary captures/*.json
          an overview of many

    """

  static let pages = ["run": run, "check": check, "inspect": inspect]

  @Test(
    "A command's help is its page, however the user asks for it",
    arguments: ["run", "check", "inspect"])
  func page(command: String) async {
    let text = HelpTests.pages[command]
    for arguments in [[command, "--help"], [command, "-h"], ["help", command]] {
      let run = await Shell()(arguments)
      #expect(run.status == .success)
      #expect(run.output == text)
      #expect(run.errors.isEmpty)
    }
  }

  @Test("Help is shown whatever else is on the command line")
  func helpWins() async {
    for line in [["run", "x", "--help", "--json"], ["check", "--help"], ["inspect", "-h", "x"]] {
      let run = await Shell()(line)
      #expect(run.status == .success)
      #expect(run.output.hasPrefix("flow \(line[0]): "))
    }
  }

  @Test("The overview lists every command and every exit status")
  func overview() async {
    for arguments in [["--help"], ["-h"], ["help"]] {
      let run = await Shell()(arguments)
      #expect(run.status == .success)
      for word in ["run ", "check ", "inspect ", "names "] {
        #expect(run.output.contains("\n  \(word)"))
      }
      for status in ExitStatus.allCases { #expect(run.output.contains("\(status.rawValue) ")) }
    }
  }

  @Test(
    "The version is one line",
    arguments: [["--version"], ["-V"], ["version"]]
      + ["run", "check", "inspect"].map { [$0, "--version"] })
  func version(arguments: [String]) async {
    let run = await Shell()(arguments)
    #expect(run.status == .success)
    #expect(run.output == "flow \(FlowTerminal.version)\n")
  }
}
