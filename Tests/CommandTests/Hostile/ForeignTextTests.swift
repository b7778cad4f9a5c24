import FlowInterpreter
import CommandSupport
import FlowEngine
import FlowHTTP
import FlowHost
import FlowTerminal
import TestSupport
import Testing

@testable import FlowCLI

/// Text from files and servers, in every command that prints some of it.
@Suite("No command shows the text of a file or of a server raw")
struct ForeignTextTests {
  private static let bad = RawCharacters.sample
  /// The rest of the sample if each harmful character is replaced.
  private static let rest = "52;c;x"

  /// Command lines that run one after the other, by the command that they try.
  ///
  /// A word in capital letters is replaced by a file, and `DIR` by the files' folder. Its name has
  /// all of the sample, too.
  static let lines: [String: [[[String]]]] = [
    "run": [
      [["run", "FLOWS"]], [["run", "FLOWS", "--trace"]], [["run", "PAGES", "SERVER"]],
      [["run", "PAGES", "SERVER", "--trace"]], [["run", "PAGES", "SERVER", "--json"]],
      [["run", "PAGES", "--config", "CONFIG", "--trace"]], [["run", "PAGES", "--config", "ORG"]],
      [["run", "FLOWS", "--secrets", "ORG"]], [["run", "FLOWS", "--passkeys", "ORG"]],
    ],
    "test": [
      [["test", "FLOWS"]], [["test", "DIR"]], [["test", "DIR", "--coverage", "--slow", "3"]],
      [["test", "BAD", "--report", "json:DIR/no/x"]],
    ],
    "record": [[["record", "SERVER"]], [["record", "DIR/made.flow", "SERVER"]]],
    "replay": [
      [
        ["run", "PAGES", "SERVER", "--cassette", "DIR/tape.json"],
        ["replay", "PAGES", "--cassette", "DIR/tape.json", "--trace"],
        ["replay", "FLOWS", "--cassette", "DIR/tape.json"],
      ], [["replay", "PAGES", "--cassette", "ORG"]],
    ],
    "report": [
      [
        ["test", "DIR", "--report", "json:DIR/run.jsonl"],
        ["report", "merge", "DIR/run.jsonl"],
      ], [["report", "merge", "ORG"]],
    ],
    "check": [
      [["check", "DIR"]], [["check", "BAD", "--format", "github"]], [["check", "DIR/none.flow"]],
      [["check", "BAD", "--fix", "--diff"]],
    ],
    "fmt": [[["fmt", "--diff", "ORG"]], [["fmt", "--check", "DIR"]], [["fmt", "DIR"]]],
    "inspect": [
      [["inspect", "ANSWER"]], [["inspect", "ANSWER", "PAGE"]], [["inspect", "--summary", "PAGE"]],
      [["inspect", "--summary", "ANSWER", "ORG"]], [["inspect", "PAGE", "--json"]],
    ],
    "explain": [
      [["explain", "FLOWS", "--response", "ANSWER"]], [["explain", "PAGES", "--response", "PAGE"]],
      [["explain", "PAGES", "--response", "ORG"]],
    ],
    "ast": [[["ast", "FLOWS"]], [["ast", "BAD"]], [["ast", "BAD", "--json"]]],
    "idp": [
      [
        [
          "idp", "request", "--to", "sampleidp", "--client-id", "client-1", "--callback",
          "sampleapp:/done", "--scopes", "api", "--login-host", "login.salesforce.com", "--save",
          "DIR/request.json",
        ],
        [
          "idp", "response",
          "sampleapp://oauth2/v1.0/error?error_code=no\(encoded)&error_desc="
            + "\(encoded)&error_reason=\(encoded)&\(encoded)=1", "--request", "DIR/request.json",
        ],
      ],
      [
        ["idp", "decode", "sampleapp\(bad)://oauth2/v1.0/error?error_code=no\(encoded)"],
        ["idp", "decode", "sampleapp://oauth2/v1.0/\(encoded)?\(encoded)=\(encoded)"],
      ],
    ],
    "import": [[["import", "okta", "EXPORT", "--output", "DIR/made.flow"]]],
    "export": [[["export", "okta", "ORG"]]],
    "serve": [[["serve", "ORG", "--port", "0"]]],
    "explore": [
      [["explore", "ORG", "--all"]], [["explore", "ORG", "--write", "DIR/out"]],
      [["explore", "ORG", "--write", "DIR/out", "--given", "FLOWS"]],
    ],
    "audit": [[["audit", "ORG"]], [["audit", "ORG", "--write", "DIR/out"]]],
    "diff": [[["diff", "ORG", "NEW"]], [["diff", "ORG", "NEW", "--format", "markdown"]]],
    "gate": [[["gate", "ORG", "NEW"]], [["gate", "ORG", "NEW", "--format", "markdown"]]],
    "shrink": [
      [["shrink", "FLOWS", "--output", "DIR/small.flow", "--secrets", "DIR/none.env"]],
      [["shrink", "FLOWS", "--output", "DIR/small.flow"]],
    ],
    "refresh": [
      [
        ["run", "PAGES", "SERVER", "--tokens", "DIR/tokens.json"],
        ["refresh", "--tokens", "DIR/tokens.json"],
      ], [["refresh", "--tokens", "ORG"]],
    ],
    "sign-out": [
      [
        ["run", "PAGES", "SERVER", "--tokens", "DIR/tokens.json"],
        ["sign-out", "--tokens", "DIR/tokens.json"],
      ]
    ],
    "init": [[["init", "DIR/new"], ["init", "DIR/new"]]],
  ]

  /// The commands that print no text of a file or a server on a terminal, with the reason.
  static let others = [
    "names": "the words of an engine", "graph": "the states of an engine",
    "lsp": "JSON for an editor", "editor": "files for an editor",
    "completions": "only plain names, a line each", "man": "its own page",
    "pull": "the texts of a server, which its own tests have",
  ]

  private static let encoded = bad.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    .joined()

  /// A page with the sample in every text that a server chooses.
  private static let page = Pages.page(
    [
      Pages.form(
        "identify", Pages.origin + "/idp/idx/identify",
        [
          ["name": "identifier", "label": .string("Username" + bad)],
          ["name": .string("x" + bad), "label": .string(bad), "value": .string(bad)],
        ]),
      Pages.form("other" + bad, Pages.origin + "/idp/idx/other", []),
      Pages.form(
        "select-authenticator-authenticate", Pages.origin + "/idp/idx/challenge",
        [
          [
            "name": "authenticator", "type": "object",
            "options": [
              [
                "label": .string("Choice" + bad),
                "value": ["form": ["value": [["name": "id", "value": .string("aut" + bad)]]]],
              ]
            ],
          ]
        ]),
    ],
    [
      "messages": Pages.messages("No" + bad, key: "key" + bad),
      "authenticators": [
        "type": "array",
        "value": [
          [
            "type": .string("kind" + bad), "key": .string("key" + bad), "id": "aut-2",
            "displayName": .string("Name" + bad), "methods": [["type": .string("way" + bad)]],
          ]
        ],
      ],
      "app": [
        "type": "object", "value": ["name": .string(bad), "label": .string(bad), "id": "app-1"],
      ],
    ])

  /// A server's responses to a command.
  private static func answers(to command: String) -> [ScriptedTransport.Answer] {
    let tokens: JSON = [
      "token_type": "Bearer", "expires_in": 3600, "access_token": "access-token-1",
      "scope": .string("profile offline_access " + bad), "refresh_token": "refresh-token-1",
    ]
    switch command {
    case "refresh": return [.page(tokens)]
    case "sign-out":
      let error: JSON = ["error": "no", "error_description": .string("No" + bad)]
      return [.page(error, status: 400), .page(error, status: 400)]
    default:
      return [
        .page(Pages.interact), .page(page),
        .page(
          Pages.page(
            [Pages.challenge],
            [
              "currentAuthenticatorEnrollment": Pages.password[0].value,
              "messages": page["messages"] ?? .null,
            ])),
        .page(Pages.success), .page(tokens),
      ]
    }
  }

  private static func files() throws -> (folder: TemporaryFolder, paths: [String: String]) {
    let name = "in" + bad + "/"
    var (folder, paths) = try HostileOutputTests.files(below: name)
    let config: JSON = [
      "issuer": .string(Pages.issuer), "clientId": .string("client" + bad),
      "redirectUri": "com.example:/callback",
    ]
    for (word, file, text) in [
      ("PAGES", "pages.txt", Pages.script), ("PAGE", "page.json", Self.text(page)),
      ("CONFIG", "config.json", Self.text(config)),
    ] {
      _ = try folder.write(name + file, text)
      paths[word] = folder.path + "/" + name + file
    }
    paths["DIR"] = folder.path + "/in" + bad
    return (folder, paths)
  }

  private static func text(_ json: JSON) -> String { String(decoding: json.bytes(), as: UTF8.self) }

  /// A reader that leaves after the first text, which ends a server.
  private final class LeavingReader: TextSink {
    let recorder = Recorder()
    let isTerminal = false
    var failure: SinkFailure? { recorder.text.isEmpty ? nil : .closed }
    func write(_ text: String) { recorder.write(text) }
  }

  /// Runs a command line, and returns everything that it wrote: the output, the errors, the
  /// terminal.
  private static func run(_ line: [String]) async -> [String] {
    guard line[0] == "serve" else {
      let shell = Shell(
        person: Person(["Username": "jane@example.com", "Password": "Correct-Horse-1"]),
        transport: ScriptedTransport(answers(to: line[0])),
        environment: ["PASSWORD": "Correct-Horse-1"])
      let run = await shell(line)
      return [run.output, run.errors, run.screen]
    }
    let (output, errors) = (LeavingReader(), Recorder())
    let host = Host(
      output: output, errors: errors, terminal: nil, environment: [:],
      clock: ManualClock(now: .seconds(1_800_000_000)), randomBytes: { (0..<$0).map(UInt8.init) })
    _ = await FlowCLI.run(arguments: line, host: host)
    return [output.recorder.text, errors.text]
  }

  @Test(
    "Neither the output, nor the errors, nor the terminal has a harmful character",
    arguments: lines.keys.sorted())
  func shown(command: String) async throws {
    for lines in try #require(Self.lines[command]) {
      let (folder, paths) = try Self.files()
      defer { _ = folder }
      var all = ""
      for line in lines {
        let words = line.flatMap { word in
          guard word != "SERVER" else { return Pages.options }
          let path = paths[word] ?? word
          return [path.replacing("DIR/", with: (paths["DIR"] ?? "") + "/")]
        }
        for text in await Self.run(words) {
          // A tab ends the name of a file in a patch.
          let allowed: Set<UInt32> = line.contains("--diff") ? [9] : []
          #expect(RawCharacters.found(in: text, allowed: allowed) == [], "\(line) \(text)")
          all += text
        }
      }
      #expect(all.contains(Self.rest), "\(lines) \(all)")
    }
  }

  @Test("Every command is tried, or is listed as printing no such text")
  func commands() {
    let names = Array(Self.lines.keys) + Array(Self.others.keys)
    #expect(names.sorted() == CommandTable.all.map(\.name).sorted())
  }
}
