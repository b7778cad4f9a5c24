import FlowDiagnostics
import FlowEngine
import SimulatorKit

/// Reads a block `server "bank.example" { ping 60s; second-factor always; … }`.
struct ServerBlock {
  private let draft: NextAuthDraft
  private var server: NextAuthOrg.Server

  static let table = SettingTable<ServerBlock>(of: "server", entries: factors + texts + endings)

  private static let factors: [SettingEntry<ServerBlock>] = [
    SettingEntry(
      "ping", "`ping 30s` or `ping none`",
      "How long the server waits for a ping before it logs a session out. With `none`, or `0s`, a "
        + "login is valid once.",
      usual: "60 seconds", notAs: ["ping-time", "ping-interval", "timeout"],
      .custom { block, line in
        if let time = line.one(ServerBlock.pingTime) { block.server.pingTime = time }
      }),
    SettingEntry(
      "second-factor", "`second-factor always`, `second-factor never` or `second-factor after 5m`",
      "When a second factor is needed; `after` is the time since the last one.", usual: "`always`",
      example: "second-factor after 5m", notAs: ["mfa", "2fa", "factor"],
      .custom { block, line in
        if let policy = ServerBlock.secondFactor(line) { block.server.secondFactor = policy }
      }),
    SettingEntry(
      "require", "`require pin, biometric`",
      "The factors without which none is set: `pin`, `biometric`.", usual: "any",
      notAs: ["required", "factors"],
      .custom { block, line in block.server.requiredFactors = ServerBlock.factors(line) }),
    SettingEntry(
      "attempts", "`attempts 5`", "How many wrong PINs block the PIN.", usual: "3",
      notAs: ["tries", "max-attempts"],
      .whole(NextAuthLimits.attempts) { $0.server.attempts = $1 }),
    SettingEntry(
      "penalty", "`penalty 30s`", "How long nothing is accepted after a wrong PIN.",
      usual: "no time", notAs: ["delay"],
      .custom { block, line in
        if let time = line.one(SettingTime.duration) { block.server.penalty = time }
      }),
    SettingEntry(
      "unique-names", "`unique-names on`", "Whether no two accounts may have the same name.",
      usual: "`off`", .flag { $0.server.hasUniqueNames = $1 }),
  ]

  private static let texts: [SettingEntry<ServerBlock>] = [
    SettingEntry(
      "visual-hash", "`visual-hash off`",
      "Whether an enrollment shows a hash of the server's parameters.", usual: "`on`",
      .flag { $0.server.showsVisualHash = $1 }),
    SettingEntry(
      "announce", "`announce \"title\" \"Sign in\"` or `announce logo \"https://…\"`",
      "A text, by its key, or the logo, to show while the user confirms.", usual: "nothing",
      notAs: ["announcement", "title"], repeats: true,
      .custom { block, line in ServerBlock.readText(line, &block.server.announce) }),
    SettingEntry(
      "info", "`info \"balance\" \"12 EUR\"` or `info logo \"https://…\"`",
      "A text, by its key, or the logo, to show after the login.", usual: "nothing",
      notAs: ["session-info"],
      repeats: true, .custom { block, line in ServerBlock.readText(line, &block.server.info) }),
    SettingEntry(
      "user-input", "`user-input \"I agree\"`",
      "The text that must come with a confirmation; without it a login fails with 48.",
      usual: "none", notAs: ["input"],
      .custom { block, line in block.server.userInput = ServerBlock.shown(line) }),
  ]

  private static let endings: [SettingEntry<ServerBlock>] = [
    SettingEntry(
      "login", "`login fails 48`, `login fails 48 once` or `login after 5s`",
      "How logins end: with an error's code, always or the first time, or only after a while.",
      usual: "well, and at once", notAs: ["logins", "fail"],
      .custom { block, line in
        if let answering = ServerBlock.answering(line, "fails", takesDelay: true) {
          block.server.login = answering
        }
      }),
    SettingEntry(
      "parameters", "`parameters fail 64` or `parameters fail 64 once`",
      "The code of the error if the server's parameters can't be read.", usual: "no error",
      .custom { block, line in
        if let answering = ServerBlock.answering(line, "fail", takesDelay: false) {
          block.server.parameters = answering
        }
      }),
    SettingEntry(
      "verification", "`verification fails 49` or `verification fails 49 once`",
      "The code of the error if a second factor can't be verified.", usual: "no error",
      .custom { block, line in
        if let answering = ServerBlock.answering(line, "fails", takesDelay: false) {
          block.server.verification = answering
        }
      }),
    SettingEntry(
      "preselect", "`preselect \"jane\"`",
      "The account of its logins, unless a script asks for another.", usual: "none",
      notAs: ["account", "preselected"],
      .custom { block, line in
        guard let term = line.one({ $0.name == nil ? nil : $0 }) else { return }
        block.server.preselected = block.draft.account(term, of: block.server.name)?.id
      }),
    SettingEntry(
      "expire", "`expire 2m`", "How long a QR code, a deep link or a push can be used.",
      usual: "5 minutes", notAs: ["expires", "lifetime"],
      .custom { block, line in
        let life = line.one { term in SettingTime.duration(term).flatMap { $0 > .zero ? $0 : nil } }
        if let life { block.server.offerLife = life }
      }),
    SettingEntry(
      "enrollment", "`enrollment stays` or `enrollment logs-out`",
      "Whether the session of an enrollment is logged out as soon as the account is made.",
      usual: "`logs-out`", formerly: ["enrolment"],
      .choice(["logs-out": true, "stays": false]) { $0.server.endsEnrollments = $1 }),
  ]

  /// Reads the settings of a declared server.
  static func read(_ settings: [Setting], of name: String, in draft: NextAuthDraft) {
    guard let index = draft.org.servers.firstIndex(where: { $0.name == name }) else { return }
    var block = ServerBlock(draft: draft, server: draft.org.servers[index])
    table.read(settings, into: &block, draft.reader)
    draft.org.servers[index] = block.server
  }

  /// Reads a ping time: `60s`, `none` or `0`.
  private static func pingTime(_ term: SettingTerm) -> Duration? {
    term.word == "none" || term.whole(in: 0...0) != nil ? .zero : SettingTime.duration(term)
  }

  /// Reads `always`, `never` or `after 5m`.
  private static func secondFactor(
    _ line: SettingLine
  ) -> NextAuthOrg.SecondFactorPolicy? {
    let terms = line.terms()
    switch (terms.first?.word, terms.count) {
    case ("always", 1): return .always
    case ("never", 1): return .never
    case ("after", 2):
      if let time = SettingTime.duration(terms[1]) { return .after(time) }
      line.malformed(at: terms[1])
    case (let word?, 1) where word != "after":
      line.report(
        SettingProblem(
          .value, "`\(word)` isn't a value of `second-factor`", at: terms[0].place,
          help: "write it as \(line.form)", word: word, candidates: ["always", "never", "after"]))
    default: line.malformed(at: terms.first)
    }
    return nil
  }

  private static func factors(
    _ line: SettingLine
  ) -> [NextAuthOrg.Factor] {
    var factors: [NextAuthOrg.Factor] = []
    var places: [SourceRange] = []
    for (name, term) in line.names() {
      guard let factor = NextAuthOrg.Factor(rawValue: name) else {
        line.report(
          SettingProblem(
            .value, "`\(name)` isn't a second factor", at: term.place,
            help: "write it as \(line.form)",
            word: name, candidates: NextAuthOrg.Factor.allCases.map(\.rawValue)))
        continue
      }
      if let index = factors.firstIndex(of: factor) {
        line.report(
          SettingProblem(
            .duplicate, "`\(name)` is listed twice", at: term.place, other: places[index]))
        continue
      }
      factors.append(factor)
      places.append(term.place)
    }
    return factors
  }

  /// Reads a line such as `"title" "Sign in"` or `logo "https://…"`.
  private static func readText(
    _ line: SettingLine, _ texts: inout NextAuthOrg.Texts
  ) {
    let terms = line.terms()
    guard terms.count == 2, let key = terms[0].name, let text = terms[1].text else {
      line.malformed(at: terms.first)
      return
    }
    guard key.utf8.count <= NextAuthLimits.name else {
      return line.reader.tooLong("a key", NextAuthLimits.name, at: terms[0].place)
    }
    guard text.utf8.count <= NextAuthLimits.text else {
      return line.reader.tooLong("a text", NextAuthLimits.text, at: terms[1].place)
    }
    let isThere = key == "logo" ? texts.logo != nil : texts.texts.contains { $0.key == key }
    guard !isThere else {
      line.report(
        SettingProblem(
          .duplicate, "`\(line.name)` has two texts `\(key)`", at: terms[0].place))
      return
    }
    guard texts.texts.count < NextAuthLimits.texts else {
      return line.reader.tooMany("texts", NextAuthLimits.texts, at: line.place)
    }
    if key == "logo" {
      texts.logo = text
    } else {
      texts.texts.append(NextAuthOrg.Texts.Text(key: key, text: text))
    }
  }

  /// The setting's single text; reports a problem if it is too long.
  private static func shown(_ line: SettingLine) -> String? {
    guard let text = line.one({ $0.name }) else { return nil }
    guard text.utf8.count <= NextAuthLimits.text else {
      line.reader.tooLong("a text", NextAuthLimits.text, at: line.valuePlace)
      return nil
    }
    return text
  }

  /// Reads `fails 48 once`, `after 5s`, or both.
  private static func answering(
    _ line: SettingLine, _ fails: String, takesDelay: Bool
  ) -> NextAuthOrg.Answering? {
    var terms = line.terms()[...]
    var answering = NextAuthOrg.Answering()
    func wrong(at term: SettingTerm?) -> NextAuthOrg.Answering? {
      line.malformed(at: term)
      return nil
    }
    guard !terms.isEmpty else { return wrong(at: nil) }
    if terms.first?.word == fails {
      let mark = terms.removeFirst()
      guard let code = terms.first?.whole(in: NextAuthLimits.codes) else {
        return wrong(at: terms.first ?? mark)
      }
      answering.code = code
      terms.removeFirst()
      if terms.first?.word == "once" {
        answering.isOnce = true
        terms.removeFirst()
      }
    }
    if takesDelay, terms.first?.word == "after" {
      let mark = terms.removeFirst()
      guard let delay = terms.first.flatMap(SettingTime.duration) else {
        return wrong(at: terms.first ?? mark)
      }
      answering.delay = delay
      terms.removeFirst()
    }
    return terms.isEmpty ? answering : wrong(at: terms.first)
  }
}
