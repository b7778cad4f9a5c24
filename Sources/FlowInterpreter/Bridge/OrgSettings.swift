import FlowText
public import FlowDiagnostics
public import FlowEngine
public import FlowSyntax

extension Program.Located<Org> {
  /// Returns the org's settings with the values of `env`, `secret` and `file` looked up.
  ///
  /// - Parameter sources: The sources of the values.
  /// - Returns: The settings, and the diagnostics of the failed look-ups.
  public func settings(sources: ValueSources) -> (settings: [Setting], diagnostics: [Diagnostic]) {
    var reader = SettingReader(script: script, sources: sources)
    let settings = reader.settings(node.settings)
    return (settings, reader.diagnostics)
  }
}

extension Diagnostic {
  /// Creates the diagnostic of a problem in an org's setting.
  ///
  /// - Parameters:
  ///   - problem: The problem that the org's schema found.
  ///   - source: The file of the setting.
  public init(_ problem: SettingProblem, in source: SourceFile) {
    let near = problem.word.map { Suggestion.nearest($0, among: problem.candidates) } ?? []
    let nearest = problem.meant.isEmpty ? near : problem.meant
    let message = problem.message
    let meant: Problem =
      switch problem.kind {
      case .unknown: .unknownSetting(message: message, nearest: nearest)
      case .value: .settingValue(message: message)
      case .duplicate: .settingDuplicate(message: message)
      case .missing: .settingMissing(message: message)
      case .later: .notYet(form: message)
      }
    let labels = problem.other.map {
      [PlaceLabel(Place(source, $0), "the other one is here")]
    }
    self.init(
      meant, at: Place(source, problem.place), labels: labels ?? [],
      help: problem.kind == .value ? problem.help(near: near.first) : problem.help)
  }
}

extension SettingProblem {
  /// The help for a value, with the most similar one that is accepted.
  fileprivate func help(near: String?) -> String? {
    guard let near else { return help }
    return ["did you mean `\(near)`?", help].compactMap(\.self).joined(separator: " ")
  }
}

/// Reads an org's settings from the syntax tree, and looks up their values.
private struct SettingReader {
  let script: Script
  let sources: ValueSources
  var diagnostics: [Diagnostic] = []

  mutating func settings(_ nodes: [OrgSetting]) -> [Setting] {
    nodes.map { node in
      Setting(
        script.text(node.name), place: node.name.range,
        values: node.values.map { $0.map { term($0) } },
        block: node.block.map { settings($0) })
    }
  }

  private mutating func term(_ atom: SettingAtom) -> SettingTerm {
    let kind: SettingTerm.Kind =
      switch atom {
      case .word(let name): .word(script.text(name))
      case .text(let text): .text(self.text(text))
      case .number(let number): .number(number.value)
      case .duration(let duration): .duration(duration.value)
      case .value(let value): .secret(secret(value))
      case .mark(let range): .mark(script.source.text(range))
      }
    return SettingTerm(kind, place: atom.range)
  }

  /// Returns the text of a setting.
  ///
  /// A name in the text is an error, because the text of an org must be the same in every run.
  private mutating func text(_ text: Text) -> String {
    let literal = TextLiteral.read(text, in: script.source)
    for name in literal.names {
      diagnostics.append(
        Diagnostic(
          .unknownName(kind: "value", name: script.text(name), nearest: []),
          at: Place(script.source, name.range)))
    }
    return literal.segments.map { segment in
      if case .text(let piece) = segment { piece } else { "" }
    }.joined()
  }

  private mutating func secret(_ value: Expression) -> Secret {
    switch value {
    case .lookup(let node) where node.kind == .env:
      let name = script.text(node.name)
      guard sources.allows(name) else { return refused("env \(name)", value) }
      return found(sources.envValue(name).map { Secret($0) }, "env \(name)", value)
    case .lookup(let node) where node.kind == .secret:
      let name = script.text(node.name)
      let secret = sources.secretValue(name)
      guard secret != nil || !sources.isRefused(name) else {
        return refused("secret \(name)", value)
      }
      return found(secret, "secret \(name)", value)
    case .call(let node) where node.kind == .file:
      let path = text(node.text)
      do throws(PlainFailure) {
        return Secret(trimmed(try sources.file(path, script.source.name)))
      } catch { return found(nil, "file `\(path)`: \(error.message)", value, help: error.help) }
    default:
      diagnostics.append(
        Diagnostic(
          .settingValue(message: "an org's values come from `env`, `secret` or `file`"),
          at: Place(script.source, value.range)))
      return Secret("")
    }
  }

  private mutating func refused(_ what: String, _ value: Expression) -> Secret {
    diagnostics.append(
      Diagnostic(.envNotAllowed([what]), at: Place(script.source, value.range)))
    return SettingReader.standIn
  }

  private mutating func found(
    _ secret: Secret?, _ what: String, _ value: Expression, help: String? = nil
  ) -> Secret {
    if let secret { return secret }
    diagnostics.append(
      Diagnostic(.missingValues([what]), at: Place(script.source, value.range), help: help))
    return SettingReader.standIn
  }

  /// A placeholder for a missing value, so that the remaining settings can be checked.
  ///
  /// The placeholder is a valid Base32 key, and long enough for every setting.
  private static let standIn = Secret("AAAAAAAAAAAAAAAAAAAAAAAA")
}

extension Program.Located<Org> {
  /// The `env`, `secret` and `file` values that the org's settings look up, without duplicates.
  package var outsideValues: [OutsideValue] {
    var values: [OutsideValue] = []
    collect(node.settings, into: &values)
    return values
  }

  private func collect(_ settings: [OrgSetting], into values: inout [OutsideValue]) {
    for setting in settings {
      for case .value(let value) in setting.values.joined() {
        guard let value = outside(value), !values.contains(value) else { continue }
        values.append(value)
      }
      collect(setting.block ?? [], into: &values)
    }
  }

  private func outside(_ value: Expression) -> OutsideValue? {
    switch value {
    case .lookup(let lookup) where lookup.kind == .env: .env(script.text(lookup.name))
    case .lookup(let lookup) where lookup.kind == .secret: .secret(script.text(lookup.name))
    case .call(let call) where call.kind == .file:
      .file(
        path: TextLiteral.read(call.text, in: script.source).plainText,
        script: script.source.name)
    default: nil
    }
  }
}
