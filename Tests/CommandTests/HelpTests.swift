import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

@Suite("Help")
struct HelpTests {
  static let run = """
    flow run: run scripts, against a simulated org or a real issuer

    Usage: flow run [OPTIONS] FILE…

    Runs every flow of the files. Prints a line for each step as it happens, then the outcome
    and the expectations. If a script names no org, it runs against a built-in org. `-` reads a
    script from the standard input.

    `env NAME` reads an environment variable. `secret NAME` is looked up in the environment,
    then in a file of secrets (one NAME=value per line), and then you are asked at the
    terminal. The file is that of --secrets, or else the one that flow.json names, or else
    flow.env. At a real issuer, a script reads only the variables that --env or flow.json
    names, and those that begin with FLOW_, except FLOW_CLIENT_SECRET, FLOW_API_TOKEN and
    FLOW_INBOX.

    Each setting of a real issuer comes from the first of these that has it; --trace shows
    which:
      1. the options
      2. FLOW_ISSUER, FLOW_CLIENT_ID, FLOW_CLIENT_SECRET, FLOW_REDIRECT_URI, FLOW_SCOPES
      3. the file of --config
      4. the script: `org NAME at "https://…"`

    If only the script names the issuer, you must allow it: with --live HOST, or with a yes at
    the terminal. FLOW_CLIENT_SECRET is sent only if FLOW_ISSUER or the file of --config names
    the issuer.

    The codes of a real issuer come from the inbox of --inbox, or else of FLOW_INBOX:
      http://127.0.0.1:8025  a mail service with Mailpit's API
      maildir:PATH           a folder of emails
      command:…              a program that prints the latest message (--allow-run)

    Only a program can deliver codes for `inbox sms` and `inbox voice`.

    --fault injects a fault into a simulated org, like `fault "…"` in the org. A fault has:
      1. where: any, an endpoint, a step, or email, sms, voice for messages
      2. optionally how often: once, 2nd, from 3rd, 3 times
      3. a colon
      4. what: latency 2s, 429 [retry-after 2] [ion], 500 to 504, drop, truncate, expired,
         html 403, unknown-step, missing key, order reversed, …

    HTTPS_PROXY names the proxy, and NO_PROXY the hosts without one. Requests to this machine
    never use a proxy.

    Options:
      --only NAME         run only this flow; `*` matches any text (repeats)
      --var NAME=VALUE    give a name a value (repeats)
      --use FILE[:NAME]   use a profile in every flow; with no script, sign in with it (repeats)
      --secrets FILE      also look up secrets in this file
      --passkeys FILE     store passkeys in this file (mode 0600)
      --root DIR          let scripts read files anywhere below this folder
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

    Reads files and what they import. In a folder, reads every .flow file below the folder.
    Prints every mistake:
      - wrong grammar
      - unknown names
      - comparisons of different types
      - rules that can never fire
      - orgs that can't be simulated
      - declarations that nothing uses
      - users, rules and other things that the org doesn't have

    `-` reads a script from the standard input.

    --fix replaces misspelled words, and prints each change. It doesn't change a word if two
    corrections are equally near, or if the changed script would have an error at this place.

    Options:
      --strict         fail on warnings too
      --var NAME       a name that a run will set (repeats)
      --root DIR       let scripts read files anywhere below this folder
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
          print the fixes without making them

    """

  static let inspect = """
    flow inspect: show captured IDX responses as a script sees them

    Usage: flow inspect [OPTIONS] RESPONSE.json…

    Prints what a script can use: the steps with their fields and options, the authenticators,
    methods and capabilities, the messages, and the outcome. Also prints every part that flow
    doesn't understand. Handles, codes and tokens are masked. `-` reads the standard input.

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
