import FlowEngine
package import FlowHost
package import FlowTerminal
package import FlowText
package import OktaSimulator
package import FlowHTTP

/// Prints how two versions of an org differ.
package struct DiffReport {
  let diff: OrgDiff
  let old: OrgSource.Found
  let new: OrgSource.Found
  private let now: Duration
  private let allowed: ClaimNames
  /// The settings that are allowed to be weaker.
  let allowedSettings: Set<SettingLimit.Name>
  /// The reason why there may be more changes; `nil` if everything was compared.
  private let gap: String?
  /// The users of the new org.
  private let people: OrgPeople
  /// The names of the apps that were compared; empty if the orgs have a single app.
  let apps: [String]
  /// Whether the comparison of the whole org leaves something out, which is reported elsewhere.
  let isPartial: Bool
  /// The rules of both orgs, as their settings write them.
  let oldRules: [WrittenRule]
  let newRules: [WrittenRule]
  /// The settings apart from sign-on rules that have changed, in words.
  let changedSettings: [String]

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - diff: The changes.
  ///   - old: The org before the change.
  ///   - new: The org after the change.
  ///   - now: The time of the org in the explorations.
  ///   - allowed: The claims that allow changes.
  ///   - allowedSettings: The settings that are allowed to be weaker.
  ///   - gap: The reason why there may be more changes; `nil` if everything was compared.
  ///   - apps: The names of the apps that were compared; empty if the orgs have a single app.
  ///   - people: The users of the new org.
  ///   - isPartial: Whether the comparison of the whole org leaves something out.
  package init(
    _ diff: OrgDiff, old: OrgSource.Found, new: OrgSource.Found, now: Duration,
    allowed: ClaimNames, allowedSettings: Set<SettingLimit.Name>, gap: String?,
    apps: [String] = [], people: OrgPeople, isPartial: Bool = false
  ) {
    self.isPartial = isPartial
    oldRules = old.org.writtenRules
    newRules = new.org.writtenRules
    let (before, after) = (old.org.decidingSettings, new.org.decidingSettings)
    changedSettings = Set(before.keys).union(after.keys).sorted().compactMap { key in
      guard let then = before[key] else { return "`\(key)` is new" }
      guard let now = after[key] else { return "`\(key)` is gone" }
      return then == now ? nil : "`\(key)` has changed"
    }
    self.people = people
    self.gap = gap
    self.apps = apps
    self.diff = diff
    self.old = old
    self.new = new
    self.now = now
    self.allowed = allowed
    self.allowedSettings = allowedSettings
  }

  /// Whether there is a change to something weaker that isn't accepted.
  package var isWeaker: Bool {
    diff.changes.contains { $0.kind == .weaker && !isAccepted($0) }
      || diff.settings.contains { isWeaker($0) && !allowedSettings.contains($0.new.name) }
  }

  /// Whether nothing has changed, and everything was compared.
  package var isEmpty: Bool {
    diff.isComplete && diff.changes.isEmpty && diff.settings.isEmpty && sentences.isEmpty
  }

  /// Whether something other than the routes has changed, or nothing except notes.
  package var hasMoreThanRoutes: Bool { diff.changes.isEmpty || !diff.settings.isEmpty }

  func isWeaker(_ change: OrgDiff.SettingChange) -> Bool {
    change.new.isWeaker(than: change.old)
  }

  func isAccepted(_ change: OrgDiff.Change) -> Bool {
    change.kind == .weaker && allowed.foresee(change)
  }

  // MARK: Words

  func who(_ change: OrgDiff.Change) -> String {
    RouteWords(new.org).people(WalkKind(logins: change.logins))
  }

  func what(_ change: OrgDiff.Change) -> String {
    let org = change.kind == .weaker ? new.org : old.org
    return what(change.route, in: org)
  }

  private func what(_ route: Route, in org: Org) -> String {
    let way = RouteWords(org).way(Walk(org, route.start, now: now).steps(of: route.way))
    // With an open session, a returning user may have nothing to do.
    return way.isEmpty && route.start.entry == .session ? "an open session" : RouteWords.told(way)
  }

  /// Returns what was enough before a weaker change, or what is enough now after a stronger change.
  ///
  /// Returns an empty text if that differs between the circumstances.
  func instead(_ change: OrgDiff.Change) -> String {
    guard let others = change.others else { return "" }
    let (org, when) =
      change.kind == .weaker ? (old.org, "before") : (new.org, "now")
    var ways: [String] = []
    for route in others {
      let way = what(route, in: org) + difference(from: change.route, in: route, org)
      if !ways.contains(way) { ways.append(way) }
    }
    return "\(when): \(ways.isEmpty ? "no way in" : RouteWords.listed(ways))"
  }

  /// Returns how the authenticators of another route differ from those of a route, in words.
  ///
  /// Otherwise two routes with the same methods would have the same words.
  private func difference(from route: Route, in other: Route, _ org: Org) -> String {
    var parts: [String] = []
    for own in route.has.sorted(by: { $0.method.word < $1.method.word }) where !own.isOfSession {
      let others = other.has.filter { $0.method == own.method && !$0.isOfSession }
      guard let found = others.first, !others.contains(own) else { continue }
      let more = found.traits.subtracting(own.traits).words
      let less = own.traits.subtracting(found.traits).words
      let words =
        (more.isEmpty ? [] : ["is \(RouteWords.list(more))"])
        + (less.isEmpty ? [] : ["isn't \(RouteWords.list(less))"])
      if !words.isEmpty {
        parts.append("\(RouteWords(org).name(own.method)) \(RouteWords.list(words))")
      }
    }
    return parts.isEmpty ? "" : ", if \(RouteWords.list(parts))"
  }

  /// Returns the circumstances of a change in words.
  ///
  /// The assumptions that the whole change relies on are left out, because they are stated with it.
  func from(_ change: OrgDiff.Change) -> String {
    let words = change.circumstances.map { $0.without(change.reliesOn) }
    return RouteWords.listed(CircumstanceWords.simplified(words).map(\.text))
  }

  /// Returns the assumptions that a change relies on, in words; empty if the change is certain.
  func only(_ change: OrgDiff.Change) -> String {
    change.reliesOn.isEmpty ? "" : ", only \(FindingVerdict.conditions(change.reliesOn))"
  }

  private func rule(_ change: OrgDiff.Change) -> String {
    func name(_ rule: String) -> String { rule.isEmpty ? "no way in" : "rule \(rule)" }
    return change.oldRule == change.newRule
      ? name(change.newRule) : "\(name(change.newRule)), was \(name(change.oldRule))"
  }

  /// The numbers of the changes.
  private var counts: DiffCounts {
    var counts = DiffCounts()
    counts.add(self)
    return counts
  }

  /// Returns a changed setting in words: `passwords.min-length is 8, was 12`.
  func what(_ change: OrgDiff.SettingChange) -> String {
    "\(change.new.name.rawValue) is \(change.new.value), was \(change.old.value)"
  }

  func who(_ change: OrgDiff.SettingChange) -> String {
    RouteWords(new.org).people(WalkKind(logins: change.logins))
  }

  private func kind(_ change: OrgDiff.SettingChange) -> String {
    let isAllowed = allowedSettings.contains(change.new.name)
    guard isWeaker(change) else { return "stricter setting" }
    return isAllowed ? "weaker setting, accepted" : "weaker setting"
  }

  /// Additional notes, one sentence each, without a period.
  private var notes: [String] {
    var notes: [String] = diff.zones.map(\.text)
    notes += diff.moved.prefix(DiffReport.movedMost)
    if diff.moved.count > DiffReport.movedMost {
      notes.append(
        "the groups of \(diff.moved.count - DiffReport.movedMost) more users have changed")
    }
    notes += diff.undecided.map { rule in
      "the rule `\(rule.name)` of `\(rule.policy)` has changed, but it decides for no user in either "
        + "org"
    }
    if !diff.joined.isEmpty {
      notes.append(
        "the old org is asked about new users as if it had them: `flow audit` checks all of their "
          + "ways in")
    }
    if !diff.otherSettings.isEmpty {
      let names = RouteWords.list(diff.otherSettings.map { "`\($0)`" })
      notes.append("changed, but compared only by the effect on routes: \(names)")
    }
    return notes
  }

  /// The maximum number of users with changed groups that are listed.
  private static let movedMost = 5

  /// The notes as full sentences, and the users that only one of the orgs has.
  private var sentences: [String] {
    var all: [String] = []
    if !diff.left.isEmpty { all.append("Only in the old org: \(RouteWords.list(diff.left)).") }
    if !diff.joined.isEmpty { all.append("Only in the new org: \(RouteWords.list(diff.joined)).") }
    return all + notes.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
  }

  // MARK: Text

  /// Returns the report as text, with the numbers of its changes.
  ///
  /// - Parameters:
  ///   - style: The style of the text.
  ///   - shown: The indices of the changes to show; `nil` to show all.
  /// - Returns: The text.
  package func text(_ style: Style, showing shown: Set<Int>? = nil) -> TerminalText {
    var text = body(style, showing: shown)
    let more = diff.changes.count - (shown?.count ?? diff.changes.count)
    if more > 0 { text += "and \(Prose.count(more, "more change")): `--all` prints all\n" }
    return text + DiffReport.summary(counts, style)
  }

  /// Returns the numbers of changes as the last line of a text.
  package static func summary(_ counts: DiffCounts, _ style: Style) -> TerminalText {
    style("\(counts.words)", as: counts.isWeaker || !counts.isComplete ? .bad : .good) + "\n"
  }

  /// Returns the changes and the notes of the report as text.
  ///
  /// It shows a flow for each weaker route.
  ///
  /// - Parameters:
  ///   - style: The style of the text.
  ///   - shown: The indices of the changes to show; `nil` to show all.
  /// - Returns: The text.
  package func body(_ style: Style, showing shown: Set<Int>? = nil) -> TerminalText {
    var text: TerminalText = ""
    if !apps.isEmpty { text += style("\(AppAudit.title(apps))", as: .bold) + "\n" }
    for (index, change) in diff.changes.enumerated() where shown?.contains(index) ?? true {
      let word = style(
        "\(change.kind.rawValue)", as: isAccepted(change) || change.kind == .stronger ? .good : .bad
      )
      let verb = change.kind == .weaker ? "now enough" : "no longer enough"
      let accepted = isAccepted(change) ? ", accepted" : ""
      text +=
        "\(word): \(who(change)): \(what(change)), \(verb)\(only(change))\(accepted)\n"
      text += "  \(from(change)); \(rule(change))\n"
      let instead = instead(change)
      if !instead.isEmpty { text += "  \(instead)\n" }
      if let flow = witness(change) {
        text += flow.split(separator: "\n").map { "    \($0)\n" }.joined()
      }
      text += "\n"
    }
    for change in diff.settings {
      text += "\(kind(change)): \(what(change)), for \(who(change))\n"
    }
    for login in diff.left { text += "gone: \(login)\n" }
    for login in diff.joined { text += "new: \(login)\n" }
    for note in notes { text += "\(note)\n" }
    return text
  }

  /// Returns a flow for a weaker route; `nil` for a stronger change or if no script can express the
  /// route.
  private func witness(_ change: OrgDiff.Change) -> String? {
    // No flow can sign in a user that the new org doesn't have.
    guard change.kind == .weaker, change.logins.first.map(diff.left.contains) != true else {
      return nil
    }
    let script = RouteScript(
      change.route, of: new.org,
      as: people.values(of: change.logins.first).masked, now: now,
      comesByAddress: !diff.zones.isEmpty, beside: change.facts(of: old.org))
    return script.canBeWritten
      ? script.flow(named: what(change), isBuiltIn: new.isBuiltIn) : nil
  }

  // MARK: Markdown

  /// Returns the report as a Markdown table, for reviews.
  ///
  /// - Parameter shown: The indices of the changes to show; `nil` to show all.
  /// - Returns: The Markdown.
  package func markdown(showing shown: Set<Int>? = nil) -> String {
    let title = apps.isEmpty ? new.org.name : "\(new.org.name), \(AppAudit.title(apps))"
    var text = "### \(DiffReport.cell(title)): \(counts.words)\n"
    if let gap { text += "\nNot complete: \(DiffReport.cell(gap)).\n" }
    for sentence in sentences { text += "\n\(DiffReport.cell(sentence))\n" }
    let changes = diff.changes.indices.filter { shown?.contains($0) ?? true }
    guard !changes.isEmpty || !diff.settings.isEmpty else { return text }
    text += "\n| | who | what | from where | rule |\n| --- | --- | --- | --- | --- |\n"
    text += settingRows
    var left = changes.count
    for change in changes.map({ diff.changes[$0] }) {
      guard text.utf8.count < DiffReport.bytesMax else {
        return text + "\nAnd \(left) more changes, which are left out here.\n"
      }
      left -= 1
      let verb = change.kind == .weaker ? "is now enough" : "is no longer enough"
      let instead = instead(change)
      let cells = [
        isAccepted(change) ? "weaker, accepted" : change.kind.rawValue, who(change),
        "\(what(change)) \(verb)\(only(change))\(instead.isEmpty ? "" : "; \(instead)")",
        from(change), rule(change),
      ]
      text += "| " + cells.map(DiffReport.cell).joined(separator: " | ") + " |\n"
    }
    return text
  }

  /// The table rows for the settings that have changed.
  private var settingRows: String {
    diff.settings.map { change in
      let cells = [kind(change), who(change), what(change), "", ""]
      return "| " + cells.map(DiffReport.cell).joined(separator: " | ") + " |\n"
    }.joined()
  }

  /// The maximum length of the Markdown before further changes are left out.
  ///
  /// A comment on GitHub has at most 65,536 characters.
  private static let bytesMax = 60_000

  /// Returns a text with escapes for a cell of a Markdown table.
  package static func cell(_ text: String) -> String {
    var cell = ""
    // Compares scalars, because a character with a combining mark would differ from the bare
    // character.
    for scalar in DisplayText.line(text).unicodeScalars {
      if "\\`*_{}[]<>()#+!|~&".unicodeScalars.contains(scalar) { cell += "\\" }
      cell.unicodeScalars.append(scalar)
    }
    return cell
  }

  // MARK: Matrix

  /// The report as a matrix.
  ///
  /// It has a cell for each class of users in each circumstance.
  package var matrix: Matrix {
    var matrix = Matrix(diff, old: old, new: new, now: now, gaps: gap.map { [$0] } ?? [])
    matrix.notes = sentences
    matrix.notes += diff.settings.map { "A \(kind($0)): \(what($0)), for \(who($0))." }
    return matrix
  }

  // MARK: JSON

  /// The report as a JSON object.
  package var json: JSON {
    var object: JSONObject = [
      "version": 1, "complete": .bool(diff.isComplete), "weaker": .bool(isWeaker),
      "changes": .array(
        diff.changes.map { change in
          [
            "kind": .string(change.kind.rawValue), "accepted": .bool(isAccepted(change)),
            "people": .array(change.logins.map { .string($0) }), "way": .string(what(change)),
            "circumstances": .array(
              CircumstanceWords.simplified(change.circumstances).map { .string($0.text) }),
            "old-rule": .string(change.oldRule), "new-rule": .string(change.newRule),
            "relies-on": .array(change.reliesOn.map(FindingVerdict.json)),
          ]
        }),
      "settings": .array(
        diff.settings.map { change in
          [
            "setting": .string(change.new.name.rawValue), "old": .string(change.old.value),
            "new": .string(change.new.value),
            "weaker": .bool(change.new.isWeaker(than: change.old)),
            "people": .array(change.logins.map { .string($0) }),
          ]
        }),
      "zones": .array(
        diff.zones.map { zone in
          [
            "zone": .string(zone.name), "added": .array(zone.added.map { .string($0) }),
            "removed": .array(zone.removed.map { .string($0) }),
            "terms": zone.terms.map { .array($0.map { .string($0) }) } ?? .null,
            "old-terms": zone.oldTerms.map { .array($0.map { .string($0) }) } ?? .null,
          ]
        }),
      "undecided-changes": .array(
        diff.undecided.map { ["policy": .string($0.policy), "rule": .string($0.name)] }),
      "moved": .array(diff.moved.map { .string($0) }),
      "other-settings": .array(diff.otherSettings.map { .string($0) }),
      "left": .array(diff.left.map { .string($0) }),
      "joined": .array(diff.joined.map { .string($0) }),
    ]
    if let gap { object["incomplete"] = [.string(gap)] }
    if !apps.isEmpty { object["apps"] = .array(apps.map { .string($0) }) }
    return .object(object)
  }
}
