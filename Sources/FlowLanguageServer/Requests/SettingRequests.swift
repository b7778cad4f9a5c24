import FlowDiagnostics
import FlowEngine
import FlowScript
import FlowSimulation
import FlowSyntax
import FlowTerminal
import SimulatorKit

/// The possible words in an org, and their meanings.
struct SettingRequests: DocumentRequest {
  let server: LanguageServer

  /// A word that no engine has as a setting.
  private static let probe = "no-such-word"

  /// A possible word in an org.
  struct SettingWord {
    let word: String
    /// The setting with that name, if the word is one.
    let setting: SettingDescription?
  }

  /// The possible words in an org at the position of the word that is being written.
  func settingWords(_ source: SourceFile, _ typed: Range<Int>) -> [SettingWord] {
    var bytes = source.bytes
    bytes.replaceSubrange(typed, with: Self.probe.utf8)
    let script = Script.parse(SourceFile(name: source.name, bytes: bytes)).script
    guard let org = Self.org(at: typed.lowerBound, in: script) else { return [] }
    let (words, syntax) = engines.settingWords(
      of: org, insteadOfTheOneAt: UInt32(typed.lowerBound))
    let block = EngineSettings.name(at: typed.lowerBound, in: org)?.path.dropLast()
    let settings = engines.settings(of: EngineCatalog.engine(of: org))
    return words.map { word in
      // A name with other characters is written as a text.
      SettingWord(
        word: Self.isWord(word) ? word : "\"\(word)\"",
        setting: block.flatMap { settings.setting($0 + [word]) })
    } + syntax.map { SettingWord(word: $0, setting: nil) }
  }

  private static func org(at offset: Int, in script: Script) -> Program.Located<Org>? {
    for case .org(let org) in script.items where org.range.holds(offset) {
      return Program.Located(script, org)
    }
    return nil
  }

  private static func isWord(_ text: String) -> Bool {
    let tokens = LexedSource(SourceFile(name: "", text: text)).tokens
    return tokens.first?.kind == .word && Int(tokens.first?.end ?? 0) == text.utf8.count
  }

  // MARK: Documentation

  /// The documentation of the setting whose name or value is at a location; `nil` if there isn't
  /// one.
  func documentation(
    ofSettingAt offset: Int, in script: Script
  ) -> (text: String, range: SourceRange)? {
    guard let org = Self.org(at: offset, in: script),
      let (path, range) = EngineSettings.name(at: offset, in: org, orValue: true),
      let setting = engines.settings(of: EngineCatalog.engine(of: org)).setting(path[...])
    else { return nil }
    return (Self.documentation(of: setting), range)
  }

  /// The documentation of a setting, as Markdown.
  static func documentation(of setting: SettingDescription) -> String {
    "```text\n\(SettingNames.details(of: setting, Style(isColored: false)))```"
  }
}
