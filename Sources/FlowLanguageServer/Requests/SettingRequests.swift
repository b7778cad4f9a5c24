import FlowDiagnostics
import FlowEngine
import FlowScript
import FlowSimulation
import FlowSyntax
import FlowTerminal
import SimulatorKit

/// The words that may be written in an org, and what they mean.
struct SettingRequests: DocumentRequest {
  let server: LanguageServer

  /// A word that no engine has as a setting.
  private static let probe = "no-such-word"

  /// A word that may be written in an org.
  struct SettingWord {
    let word: String
    /// What it sets, if it is the name of a setting.
    let setting: SettingDescription?
  }

  /// The words that may be written in an org in place of the one that is being written.
  func settingWords(_ source: SourceFile, _ typed: Range<Int>) -> [SettingWord] {
    var bytes = source.bytes
    bytes.replaceSubrange(typed, with: Self.probe.utf8)
    let script = Script.parse(SourceFile(name: source.name, bytes: bytes)).script
    guard let org = Self.org(at: typed.lowerBound, in: script) else { return [] }
    let words = engines.settingWords(of: org, insteadOfTheOneAt: UInt32(typed.lowerBound))
    let block = EngineSettings.name(at: typed.lowerBound, in: org)?.path.dropLast()
    let settings = engines.settings(of: EngineCatalog.engine(of: org))
    return words.map { word in
      // A name with other signs in it is written as a text.
      SettingWord(
        word: Self.isWord(word) ? word : "\"\(word)\"",
        setting: block.flatMap { settings.setting($0 + [word]) })
    }
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

  /// The documentation of the setting whose name is at a location; `nil` if no name is there.
  func documentation(
    ofSettingAt offset: Int, in script: Script
  ) -> (text: String, range: SourceRange)? {
    guard let org = Self.org(at: offset, in: script),
      let (path, range) = EngineSettings.name(at: offset, in: org),
      let setting = engines.settings(of: EngineCatalog.engine(of: org)).setting(path[...])
    else { return nil }
    return (Self.documentation(of: setting), range)
  }

  /// The documentation of a setting, as Markdown.
  static func documentation(of setting: SettingDescription) -> String {
    "```text\n\(SettingNames.details(of: setting, Style(isColored: false)))```"
  }
}
