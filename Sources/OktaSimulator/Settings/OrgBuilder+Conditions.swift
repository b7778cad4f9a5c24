import FlowEngine
import SimulatorKit

// Whom a rule is for, and where requests come from.
extension OrgBuilder {
  /// The words that a condition begins with.
  static let subjects = ["group", "user", "type", "zone", "device", "risk", "platform"]

  /// `when [not] group a, b [and [not] zone "office"]`: lists are alternatives, and all of what `and`
  /// joins has to hold.
  mutating func readConditions(_ setting: Setting, _ path: String) -> [Condition] {
    let form = Org.form(path, "when")
    let clauses = setting.values.joinedByCommas.split(omittingEmptySubsequences: false) {
      $0.word == "and"
    }
    var conditions: [Condition] = []
    for clause in clauses {
      guard let condition = readCondition(clause, setting, form) else { continue }
      conditions.append(condition)
    }
    return conditions
  }

  private mutating func readCondition(
    _ terms: ArraySlice<SettingTerm>, _ setting: Setting, _ form: SettingForm
  ) -> Condition? {
    var rest = terms
    let isNegated = rest.first?.word == "not"
    if isNegated { rest = rest.dropFirst() }
    guard let first = rest.first else {
      reader.malformed(setting, at: terms.first, form)
      return nil
    }
    // `groups staff` reads as well.
    let word = first.word.map { $0.last == "s" ? String($0.dropLast()) : $0 } ?? ""
    guard Self.subjects.contains(word) else {
      reader.report(
        SettingProblem(
          .value, "a condition begins with `group` or the like", at: first.place,
          help: "write it as \(form)", word: first.word, candidates: Self.subjects))
      return nil
    }
    var values: [SettingTerm] = []
    for (index, term) in rest.dropFirst().enumerated() {
      if index % 2 == 0, term.name != nil {
        values.append(term)
      } else if index % 2 == 0 || term.mark != "," {
        reader.malformed(setting, at: term, form)
        return nil
      }
    }
    guard !values.isEmpty, rest.last?.mark != "," else {
      reader.malformed(setting, at: values.isEmpty ? nil : rest.last, form)
      return nil
    }
    return subject(word, values).map { Condition(subject: $0, isNegated: isNegated) }
  }

  private mutating func subject(_ word: String, _ values: [SettingTerm]) -> Condition.Subject? {
    let names = values.compactMap(\.name)
    if word == "group" || word == "type" {
      namedGroups += values.map { Org.Nobody(kind: word, name: $0.name ?? "", place: $0.place) }
    }
    switch word {
    case "group": return .groups(names)
    case "type": return .types(names)
    case "user":
      // Whoever signs up may be called anything.
      for value in values { namedUsers.append((value.name ?? "", value.place)) }
      return .users(names.map { $0.lowercased() })
    case "zone": return zones(values).map { .zones($0) }
    case "device":
      return bits(values, SignInContext.Device.words, word).map { .devices($0) }
    case "risk": return bits(values, SignInContext.Risk.words, word).map { .risks($0) }
    default:
      let words = SignInContext.Platform.words + SignInContext.Platform.groups
      return bits(values, words, word).map { .platforms($0) }
    }
  }

  private mutating func bits<Bits: OptionSet>(
    _ values: [SettingTerm], _ words: [(word: String, value: Bits)], _ subject: String
  ) -> Bits? where Bits.Element == Bits {
    var bits: Bits = []
    for value in values {
      guard let found = words.first(where: { $0.word == value.name }) else {
        reader.report(
          SettingProblem(
            .value, "`\(value.name ?? "")` is no \(subject)", at: value.place,
            help: "write " + words.map { "`\($0.word)`" }.joined(separator: ", "),
            word: value.name, candidates: words.map(\.word)))
        return nil
      }
      bits.insert(found.value)
    }
    return bits
  }

  // MARK: Zones

  /// The bits of zones: of those that the org declares, or of any where it declares none.
  private mutating func zones(_ values: [SettingTerm]) -> UInt64? {
    var bits: UInt64 = 0
    for value in values {
      let name = value.name ?? ""
      if let index = policy.zones.firstIndex(where: { $0.name == name }) {
        bits |= 1 << UInt64(index)
        continue
      }
      guard !declaresZones else {
        reader.report(
          SettingProblem(
            .unknown, "this org has no zone `\(name)`", at: value.place, word: name,
            candidates: policy.zones.map(\.name)))
        return nil
      }
      guard addZone(NetworkZone(name: name), value.place) else { return nil }
      bits |= 1 << UInt64(policy.zones.count - 1)
    }
    return bits
  }

  private mutating func addZone(_ zone: NetworkZone, _ place: SettingPlace) -> Bool {
    guard policy.zones.count < NetworkZone.most else {
      reader.report(
        SettingProblem(.value, "an org has at most \(NetworkZone.most) zones", at: place))
      return false
    }
    policy.zones.append(zone)
    return true
  }

  /// `zone "office" { ip "10.0.0.0/8", "192.168.1.1-192.168.1.9"; blocked on }`.
  mutating func readZone(_ setting: Setting) {
    guard let name = reader.one(setting, Org.form("zone"), \.name) else { return }
    declaresZones = true
    guard !policy.zones.contains(where: { $0.name == name }) else {
      reader.report(
        SettingProblem(.duplicate, "there are two zones `\(name)`", at: setting.place))
      return
    }
    var zone = NetworkZone(name: name)
    for inner in reader.known(setting.block ?? [], in: ["zone"]) {
      guard inner.name == "ip" else {
        zone.isBlocked = reader.choice(inner, ["off", "on"]) == "on"
        continue
      }
      for (text, term) in reader.names(inner, Org.form("zone", "ip")) {
        guard let range = IPAddress.range(text) else {
          reader.report(
            SettingProblem(
              .value, "`\(text)` is no address, prefix or range", at: term.place,
              help: "write it as \(Org.form("zone", "ip"))"))
          continue
        }
        zone.ranges.append(range)
      }
    }
    _ = addZone(zone, setting.place)
  }
}
