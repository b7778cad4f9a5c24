import FlowEngine
import SimulatorKit

// What a server is.
extension NextAuthBuilder {
  mutating func readServer(_ name: String, _ settings: [Setting]) {
    guard let index = org.servers.firstIndex(where: { $0.name == name }) else { return }
    var server = org.servers[index]
    for setting in settings { read(setting, of: &server) }
    org.servers[index] = server
  }

  private mutating func read(_ setting: Setting, of server: inout NextAuthOrg.Server) {
    let form = NextAuthOrg.form("server", setting.name)
    switch setting.name {
    case "ping":
      if let time = reader.one(setting, form, NextAuthBuilder.pingTime) { server.pingTime = time }
    case "second-factor":
      if let policy = secondFactor(setting, form) { server.secondFactor = policy }
    case "require": server.requiredFactors = requiredFactors(setting, form)
    case "attempts":
      if let count = reader.whole(setting, in: NextAuthLimits.attempts) { server.attempts = count }
    case "penalty":
      if let time = duration(setting, form) { server.penalty = time }
    case "unique-names": server.hasUniqueNames = reader.flag(setting) ?? false
    case "visual-hash": server.showsVisualHash = reader.flag(setting) ?? true
    case "announce": readText(setting, form, &server.announce)
    case "info": readText(setting, form, &server.info)
    case "login":
      if let answering = answering(setting, form, "fails", takesDelay: true) {
        server.login = answering
      }
    case "parameters":
      if let answering = answering(setting, form, "fail", takesDelay: false) {
        server.parameters = answering
      }
    case "verification":
      if let answering = answering(setting, form, "fails", takesDelay: false) {
        server.verification = answering
      }
    case "preselect":
      guard let term = reader.one(setting, form, { $0.name == nil ? nil : $0 }) else { return }
      server.preselected = account(term, of: server.name)?.id
    case "user-input":
      server.userInput = shown(setting, form)
    case "expire":
      let life = reader.one(setting, form) { term in
        NextAuthBuilder.duration(term).flatMap { $0 > .zero ? $0 : nil }
      }
      if let life { server.offerLife = life }
    default: server.endsEnrolments = reader.choice(setting, ["logs-out", "stays"]) != "stays"
    }
  }

  /// `60s`, `none` or a bare `0`.
  private static func pingTime(_ term: SettingTerm) -> Duration? {
    term.word == "none" || term.whole(in: 0...0) != nil ? .zero : duration(term)
  }

  /// `always`, `never` or `after 5m`.
  private mutating func secondFactor(
    _ setting: Setting, _ form: SettingForm
  ) -> NextAuthOrg.SecondFactorPolicy? {
    let terms = reader.terms(setting, form)
    switch (terms.first?.word, terms.count) {
    case ("always", 1): return .always
    case ("never", 1): return .never
    case ("after", 2):
      if let time = NextAuthBuilder.duration(terms[1]) { return .after(time) }
      reader.malformed(setting, at: terms[1], form)
    case (let word?, 1) where word != "after":
      reader.report(
        SettingProblem(
          .value, "`\(word)` is no value of `second-factor`", at: terms[0].place,
          help: "write it as \(form)", word: word, candidates: ["always", "never", "after"]))
    default: reader.malformed(setting, at: terms.first, form)
    }
    return nil
  }

  private mutating func requiredFactors(
    _ setting: Setting, _ form: SettingForm
  ) -> [NextAuthOrg.Factor] {
    var factors: [NextAuthOrg.Factor] = []
    var places: [SettingPlace] = []
    for (name, term) in reader.names(setting, form) {
      guard let factor = NextAuthOrg.Factor(rawValue: name) else {
        reader.report(
          SettingProblem(
            .value, "`\(name)` is no second factor", at: term.place, help: "write it as \(form)",
            word: name, candidates: NextAuthOrg.Factor.allCases.map(\.rawValue)))
        continue
      }
      if let index = factors.firstIndex(of: factor) {
        reader.report(
          SettingProblem(
            .duplicate, "`\(name)` is listed twice", at: term.place, other: places[index]))
        continue
      }
      factors.append(factor)
      places.append(term.place)
    }
    return factors
  }

  /// `"title" "Sign in"` or `logo "https://…"`.
  private mutating func readText(
    _ setting: Setting, _ form: SettingForm, _ texts: inout NextAuthOrg.Texts
  ) {
    let terms = reader.terms(setting, form)
    guard terms.count == 2, let key = terms[0].name, let text = terms[1].text else {
      reader.malformed(setting, at: terms.first, form)
      return
    }
    guard key.utf8.count <= NextAuthLimits.name else {
      return reader.tooLong("a key", NextAuthLimits.name, at: terms[0].place)
    }
    guard text.utf8.count <= NextAuthLimits.text else {
      return reader.tooLong("a text", NextAuthLimits.text, at: terms[1].place)
    }
    let isThere = key == "logo" ? texts.logo != nil : texts.texts.contains { $0.key == key }
    guard !isThere else {
      reader.report(
        SettingProblem(
          .duplicate, "`\(setting.name)` has two texts `\(key)`", at: terms[0].place))
      return
    }
    guard texts.texts.count < NextAuthLimits.texts else {
      return reader.tooMany("texts", NextAuthLimits.texts, at: setting.place)
    }
    if key == "logo" {
      texts.logo = text
    } else {
      texts.texts.append(NextAuthOrg.Texts.Text(key: key, text: text))
    }
  }

  /// The only text of a setting, not too long.
  private mutating func shown(_ setting: Setting, _ form: SettingForm) -> String? {
    guard let text = reader.one(setting, form, \.name) else { return nil }
    guard text.utf8.count <= NextAuthLimits.text else {
      reader.tooLong("a text", NextAuthLimits.text, at: setting.valuePlace)
      return nil
    }
    return text
  }

  /// `fails 48 once`, `after 5s`, or both.
  private mutating func answering(
    _ setting: Setting, _ form: SettingForm, _ fails: String, takesDelay: Bool
  ) -> NextAuthOrg.Answering? {
    var terms = reader.terms(setting, form)[...]
    var answering = NextAuthOrg.Answering()
    func wrong(_ reader: inout SettingReader, at term: SettingTerm?) -> NextAuthOrg.Answering? {
      reader.malformed(setting, at: term, form)
      return nil
    }
    guard !terms.isEmpty else { return wrong(&reader, at: nil) }
    if terms.first?.word == fails {
      let mark = terms.removeFirst()
      guard let code = terms.first?.whole(in: NextAuthLimits.codes) else {
        return wrong(&reader, at: terms.first ?? mark)
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
      guard let delay = terms.first.flatMap(NextAuthBuilder.duration) else {
        return wrong(&reader, at: terms.first ?? mark)
      }
      answering.delay = delay
      terms.removeFirst()
    }
    return terms.isEmpty ? answering : wrong(&reader, at: terms.first)
  }
}
