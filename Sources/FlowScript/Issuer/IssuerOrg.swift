import FlowText
package import FlowDiagnostics
package import FlowEngine
import FlowSyntax

/// The schema of `org NAME at "…"`, which declares a real issuer.
package enum IssuerOrg {
  /// The names of the settings, in the order of the help.
  package static let names = Name.allCases.map(\.rawValue)

  /// The name of a setting.
  private enum Name: String, CaseIterable {
    case clientID = "client-id"
    case clientSecret = "client-secret"
    case redirectURI = "redirect-uri"
    case scopes

    /// An example line with the setting.
    var example: String {
      switch self {
      case .clientID: "client-id \"0oa…\""
      case .clientSecret: "client-secret secret NAME"
      case .redirectURI: "redirect-uri \"com.example.app:/callback\""
      case .scopes: "scopes openid, profile"
      }
    }
  }

  /// Reads the settings of an org.
  ///
  /// A missing setting isn't a problem here, because the command line or the environment may
  /// provide it.
  ///
  /// - Parameters:
  ///   - name: The org's name.
  ///   - address: The text after `at`, and its location.
  ///   - settings: The settings between the braces.
  ///   - values: The names of the script's values. If one is used as a word in a setting, that is a
  ///     problem.
  /// - Returns: The settings and their problems.
  package static func read(
    name: String, address: (text: String, place: SourceRange), settings: [Setting],
    values: Set<String> = []
  ) -> (settings: IssuerSettings, problems: [SettingProblem]) {
    let origin = IssuerSettings.Origin.script(name)
    var result = IssuerSettings()
    var problems: [SettingProblem] = []
    func take(at place: SourceRange, _ body: () throws(PlainFailure) -> Void) {
      do throws(PlainFailure) { try body() } catch {
        problems.append(SettingProblem(.value, error.message, at: place, help: error.help))
      }
    }
    take(at: address.place) { () throws(PlainFailure) in
      try result.set(.issuer, address.text, from: origin)
    }
    var seen: [String: SourceRange] = [:]
    for setting in settings {
      if let first = seen.updateValue(setting.place, forKey: setting.name) {
        problems.append(
          SettingProblem(
            .duplicate, "`\(setting.name)` is set twice", at: setting.place,
            help: "remove one of them", other: first))
        continue
      }
      guard let name = Name(rawValue: setting.name) else {
        problems.append(unknown(setting))
        continue
      }
      if let block = setting.block {
        problems.append(
          SettingProblem(
            .value, "`\(setting.name)` has no block", at: block.first?.place ?? setting.place,
            help: "write `\(name.example)`"))
        continue
      }
      do throws(SettingProblem) {
        let texts = try texts(of: setting, name, values)
        // Messages never quote a value of `env`, `secret` or `file`.
        let isQuoted = !setting.values.joined().contains(where: \.isSecret)
        take(at: setting.values.first?.first?.place ?? setting.place) {
          () throws(PlainFailure) in
          switch name {
          case .clientID: try result.set(.clientID, texts[0], from: origin, isQuoted: isQuoted)
          case .clientSecret: try result.set(.clientSecret, texts[0], from: origin)
          case .redirectURI:
            try result.set(.redirectURI, texts[0], from: origin, isQuoted: isQuoted)
          case .scopes:
            try result.set(
              scopes: texts.flatMap { $0.split(separator: " ").map(String.init) }, from: origin)
          }
        }
      } catch {
        problems.append(error)
      }
    }
    return (result, problems)
  }

  private static func unknown(_ setting: Setting) -> SettingProblem {
    SettingProblem(
      .unknown, "a real issuer has no setting `\(setting.name)`", at: setting.place,
      help: Suggestion.nearest(setting.name, among: names).isEmpty
        ? "its settings are \(names.joined(separator: ", "))" : nil,
      word: setting.name, candidates: names)
  }

  /// Returns the values of a setting: one text, or the words of `scopes`.
  private static func texts(
    of setting: Setting, _ name: Name, _ values: Set<String>
  ) throws(SettingProblem) -> [String] {
    let isList = name == .scopes
    var texts: [String] = []
    for terms in setting.values {
      for term in terms {
        switch term.kind {
        case .text(let text) where name != .clientSecret: texts.append(text)
        case .word(let word) where !isList && values.contains(word):
          throw SettingProblem(
            .value, "`\(word)` is the name of a value, and an org is the same in every run",
            at: term.place,
            help: "write `\(setting.name) \"…\"`, or `\(setting.name) env NAME`")
        case .word(let word) where name != .clientSecret: texts.append(word)
        case .secret(let secret): texts.append(secret.reveal())
        default:
          throw SettingProblem(
            .value, "this can't be the value of `\(setting.name)`", at: term.place,
            help: "write `\(name.example)`")
        }
      }
    }
    guard isList ? !texts.isEmpty : texts.count == 1 else {
      throw SettingProblem(
        .value, isList ? "`scopes` is empty" : "`\(setting.name)` takes one value",
        at: setting.place, help: "write `\(name.example)`")
    }
    return texts
  }
}

extension SettingTerm {
  /// Whether the value comes from `env`, `secret` or `file`.
  fileprivate var isSecret: Bool {
    if case .secret = kind { true } else { false }
  }
}
