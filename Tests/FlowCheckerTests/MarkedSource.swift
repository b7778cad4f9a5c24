import FlowChecker
import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// A source with marked positions: `1️⃣` before the first one, `2️⃣` and so on for others.
struct MarkedSource {
  let source: SourceFile
  /// The byte offsets of the markers by their numbers.
  let offsets: [Int: UInt32]

  init(_ marked: String, name: String = "test.flow") {
    var bytes: [UInt8] = []
    var offsets: [Int: UInt32] = [:]
    let scalars = Array(marked.unicodeScalars)
    var index = 0
    while index < scalars.count {
      let isKeycap =
        index + 2 < scalars.count && scalars[index + 1].value == 0xFE0F
        && scalars[index + 2].value == 0x20E3
      if isKeycap, let digit = Int(String(scalars[index])) {
        offsets[digit] = UInt32(bytes.count)
        index += 3
      } else {
        bytes += Array(String(scalars[index]).utf8)
        index += 1
      }
    }
    source = SourceFile(name: name, bytes: bytes)
    self.offsets = offsets
  }

  /// The range between two markers.
  func range(_ start: Int, _ end: Int) -> SourceRange {
    SourceRange(offsets[start] ?? 0, offsets[end] ?? offsets[start] ?? 0)
  }
}

/// Words that an engine could have.
enum TestVocabulary {
  static let idx = EngineVocabulary(
    engine: "idx",
    intents: [
      EngineVocabulary.Intent("sign-in", parameters: ["login_hint", "max_age", "session"]),
      EngineVocabulary.Intent("register"),
      EngineVocabulary.Intent("recover-password"),
      EngineVocabulary.Intent("unlock-account"),
    ],
    events: [EngineVocabulary.Intent("server-logout", parameters: ["account", "again"])],
    steps: [
      EngineVocabulary.KnownStep("identify", fields: ["identifier", "credentials.passcode"]),
      EngineVocabulary.KnownStep("challenge-authenticator", fields: ["credentials.passcode"]),
      EngineVocabulary.KnownStep("challenge-poll"),
      EngineVocabulary.KnownStep("select-authenticator-authenticate"),
      EngineVocabulary.KnownStep("select-authenticator-enroll"),
      EngineVocabulary.KnownStep("enroll-authenticator"),
      EngineVocabulary.KnownStep("enroll-profile"),
      EngineVocabulary.KnownStep("skip"),
    ],
    subjects: words("email", "okta_email", "phone", "password", "okta-verify", "google-otp"),
    methods: words("sms", "voice", "push", "totp", "email"), flags: ["biometric"],
    plainFields: ["identifier", "email", "login-hint"],
    facts: ["user", "app", "token"],
    parameters: [
      EngineVocabulary.KnownParameter("account", .word(["jane"])),
      EngineVocabulary.KnownParameter("again", .boolean),
    ],
    knownFacts: [
      EngineVocabulary.KnownFact("rule", .text), EngineVocabulary.KnownFact("factors", .number),
    ])

  static let apps = EngineVocabulary(engine: "mobile-idp", facts: [])

  static let other = EngineVocabulary(engine: "nextauth", facts: [])

  static let options = CheckOptions(
    lexicon: Lexicon([idx, apps, other]), orgWords: words(of:))

  private static func words(_ words: String...) -> [EngineVocabulary.KnownWord] {
    words.map { EngineVocabulary.KnownWord(Naming($0), key: $0) }
  }

  /// The contents of an org, read from settings in the form of a simulated org's schema.
  private static func words(of org: Program.Located<Org>) -> OrgWords? {
    guard org.node.address == nil else { return nil }
    var (users, rules, own): ([String], [String], [String]) = ([], ["default"], [])
    var allows: Set<String> = []
    for setting in org.node.settings {
      let words = setting.values.joined().map { atom in
        org.script.source.text(atom.range).filter { $0 != "\"" }
      }
      switch org.script.text(setting.name) {
      case "user": users += words
      case "sign-on": rules += words
      case "authenticators": own += words
      case let name: allows.insert(name)
      }
    }
    return OrgWords(
      lackingSubjects: ["email", "phone", "google-otp"].filter { !own.contains($0) },
      subjectSteps: ["challenge", "challenge-authenticator", "select-authenticator"],
      fields: [OrgWords.Known("identifier", kind: "user", values: users)],
      parameters: [OrgWords.Known("session", kind: "session", values: users)],
      facts: [OrgWords.Known("rule", kind: "rule", values: rules)],
      lackingIntents: allows.contains("registration") ? [] : ["register"],
      newcomerIntents: ["register"])
  }

  /// Every problem of a program with these files, the first one first.
  static func problems(
    _ files: [(name: String, text: String)], options: CheckOptions = options,
    treeRoot: String? = nil
  ) -> [Diagnostic] {
    let texts = Dictionary(
      files.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
    let (program, diagnostics) = Program.load(name: files[0].name, treeRoot: treeRoot) {
      (path: String) throws(ReadFault) -> [UInt8] in
      guard let text = texts[path] else { throw .missing }
      return Array(text.utf8)
    }
    return diagnostics + program.check(options)
  }

  /// Every problem of a script.
  static func problems(_ source: SourceFile, options: CheckOptions = options) -> [Diagnostic] {
    let (program, diagnostics) = Program.load(source)
    return diagnostics + program.check(options)
  }
}

// The checker reads no meanings and no examples: tests make words without them.
extension EngineVocabulary {
  init(engine: String, facts: [String]) {
    self.init(engine: engine, intents: [], steps: [], subjects: [], methods: [], facts: facts)
  }
}

extension EngineVocabulary.KnownStep {
  init(
    _ name: String, fields: [String] = [], choices: [String] = [], isClosed: Bool = false
  ) {
    self.init(name, fields: fields, choices: choices, isClosed: isClosed, meaning: "")
  }
}

extension EngineVocabulary.KnownParameter {
  init(_ name: String, _ form: Form) { self.init(name, form, meaning: "", example: "") }
}

extension EngineVocabulary.KnownFact {
  init(_ name: String, _ kind: Kind) { self.init(name, kind, meaning: "", example: "") }
}
