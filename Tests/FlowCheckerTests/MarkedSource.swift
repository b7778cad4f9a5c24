import FlowChecker
import FlowDiagnostics
import FlowSyntax

/// A source with places in it: `1️⃣` before what begins there, `2️⃣` and so on for others.
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

/// Words as an engine might have them.
enum TestVocabulary {
  static let idx = Vocabulary(
    engine: "idx", aliases: ["oie"],
    intents: [
      Vocabulary.Intent("sign-in", parameters: ["login_hint", "max_age", "session"]),
      Vocabulary.Intent("register"),
      Vocabulary.Intent("recover-password"),
      Vocabulary.Intent("unlock-account"),
    ],
    events: [Vocabulary.Intent("server-logout", parameters: ["account", "again"])],
    steps: [
      Vocabulary.KnownStep("identify", fields: ["identifier", "credentials.passcode"]),
      Vocabulary.KnownStep("challenge-authenticator", fields: ["credentials.passcode"]),
      Vocabulary.KnownStep("challenge-poll"),
      Vocabulary.KnownStep("select-authenticator-authenticate"),
      Vocabulary.KnownStep("select-authenticator-enroll"),
      Vocabulary.KnownStep("enroll-authenticator"),
      Vocabulary.KnownStep("enroll-profile"),
      Vocabulary.KnownStep("skip"),
    ],
    subjects: ["email", "okta_email", "phone", "password", "okta-verify", "google-otp"],
    methods: ["sms", "voice", "push", "totp", "email"], flags: ["biometric"],
    plainFields: ["identifier", "email", "login-hint"],
    facts: ["user", "app", "token"],
    parameters: [
      Vocabulary.KnownParameter("account", words: ["jane"]),
      Vocabulary.KnownParameter("again", kind: .boolean),
    ], knownFacts: [Vocabulary.KnownFact("rule", .text), Vocabulary.KnownFact("factors", .number)])

  static let apps = Vocabulary(engine: "mobile-idp")

  static let other = Vocabulary(engine: "nextauth")

  static let options = CheckOptions(
    engines: [idx, apps, other].map(EngineWords.init), orgWords: words(of:))

  /// What an org has, read from settings as a simulated org's schema might have them.
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

  /// Everything that is wrong with a program of these files, the first one first.
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

  /// Everything that is wrong with a script.
  static func problems(_ source: SourceFile, options: CheckOptions = options) -> [Diagnostic] {
    let (program, diagnostics) = Program.load(source)
    return diagnostics + program.check(options)
  }
}
