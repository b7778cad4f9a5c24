import FlowSimulation
import FlowText
import FlowEngine
import FlowHTTP
import FlowHost
import FlowInterpreter
import FlowLanguageServer
import FlowScript
import FlowSyntax
import FlowTerminal
import PolicyExplorer

/// `flow names`: lists the words of an engine and the settings of its simulated orgs.
///
/// The words are for steps, authenticators, methods, capabilities and others.
enum NamesCommand {
  static let spec = CommandSpec(
    name: "names", operands: "[ENGINE [WORD|settings [WORD]|packs [NAME]]]",
    summary: "list the words of an engine: steps, authenticators, methods, events, settings",
    details: [
      "Without a word, prints the words of an engine:",
      "  - how a flow can begin, and the events",
      "  - each known step, with its fields, choices, meaning, and a line that answers it",
      "  - the authenticators, methods and capabilities",
      "",
      "With a word, prints what the word means. The word can be a step, the beginning of several",
      "steps, an authenticator, a method or an event. A server may send a step that isn't listed,",
      "and a script may answer it. The default engine is `idx`.",
      "",
      "`settings` prints what the braces of a simulated org can contain: each setting with its",
      "form, its meaning, its default and an example. With a word, prints the settings with this",
      "name, or in the block with this name. If there are none, prints the settings whose",
      "documentation contains the word. Common other names also find a setting, such as `sms` for",
      "`phone`.",
      "",
      "`packs` lists the packs of claims for `flow audit --pack`. With a name, prints the claims",
      "of that pack, so that you can copy them into a script.",
    ],
    operandCount: 0...3,
    options: [SharedOptions.json.described(as: "print JSON: one object")],
    examples: [
      ("flow names idx", "all words of the Identity Engine"),
      ("flow names idx challenge-authenticator", "one step, with the aliases of its fields"),
      ("flow names nextauth", "all words of nextAuth sessions"),
      ("flow names mobile-idp", "all words of the mobile identity provider flow"),
      ("flow names idx settings", "all settings of an org of the Identity Engine"),
      ("flow names idx settings passwords", "a block of settings"),
      ("flow names idx packs nist-aal2", "the claims of a pack"),
      ("flow names nextauth settings timeout", "the settings that are about timeouts"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do {
      let style = try ColorOption.style(host.output, arguments, host.environment)
      let engine = try engine(arguments.operands.first ?? EngineCatalog.usual, host)
      let words = arguments.operands.dropFirst()
      let more = words.dropFirst().first
      let (json, text) =
        switch words.first {
        case settingsWord: try settings(of: engine, more, style, host)
        case packsWord where engine.engine == EngineCatalog.usual: try packs(more, style)
        default: try names(of: engine, words, style)
        }
      if arguments.has(SharedOptions.json) {
        host.output.writeLine(json)
      } else {
        host.output.print(text)
      }
      return .success
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }

  /// The operand with which the command lists settings.
  private static let settingsWord = "settings"
  /// The operand with which the command lists packs of claims.
  private static let packsWord = "packs"

  /// An output in both forms: as JSON and as text.
  private typealias Printed = (json: JSON, text: TerminalText)

  private static func settings(
    of engine: EngineVocabulary, _ word: String?, _ style: Style, _ host: Host
  ) throws(UsageFault) -> Printed {
    var settings = SettingNames(of: engine.engine, host.engines.settings(of: engine.engine).all)
    if let word { settings = try settings.about(word) }
    return (settings.json, settings.details(style))
  }

  private static func packs(_ name: String?, _ style: Style) throws(UsageFault) -> Printed {
    let packs = try name.map { name throws(UsageFault) in [try ClaimPack.named(name)] }
    let all = packs ?? ClaimPack.all
    let list = all.map { pack in
      style("\(pack.name)", as: .bold) + "\n  \(pack.title)\n  not checked: \(pack.outside)\n"
    }
    let json = JSON.array(
      all.map { pack in
        [
          "pack": .string(pack.name), "title": .string(pack.title),
          "outside": .string(pack.outside), "claims": .string(pack.text),
        ]
      })
    return (json, packs?.first.map(lines) ?? list.joined(separator: "\n"))
  }

  /// Returns the claims of a pack as lines of a script.
  private static func lines(_ pack: ClaimPack) -> TerminalText {
    pack.text.split(separator: "\n", omittingEmptySubsequences: false).map {
      "\($0)" as TerminalText
    }
    .joined(separator: "\n")
  }

  private static func names(
    of engine: EngineVocabulary, _ words: ArraySlice<String>, _ style: Style
  ) throws(UsageFault) -> Printed {
    let names = EngineNames(engine)
    guard let word = words.first else { return (names.json, names.overview(style)) }
    if let extra = words.dropFirst().first {
      throw UsageFault(
        message: "`\(extra)` is an extra argument",
        help: "`flow names --help` shows its arguments")
    }
    let meant = try names.meant(by: word)
    return (meant.json, meant.details(style))
  }

  private static func engine(
    _ name: String, _ host: Host
  ) throws(UsageFault) -> EngineVocabulary {
    let engines = host.engines.catalog.engines
    if let engine = engines.first(where: { $0.engine == name }) { return engine }
    let nearest = Suggestion.nearest(name, among: engines.map(\.engine)).first
    throw UsageFault(
      message: "unknown engine `\(name)`",
      help: nearest.map { "did you mean `\($0)`?" }
        ?? "the engines are \(engines.map { "`\($0.engine)`" }.joined(separator: ", "))")
  }
}
