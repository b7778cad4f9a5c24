import FlowDiagnostics
import FlowEngine
import FlowText
import SimulatorKit

/// Reads a device assurance policy: `assurance "Managed Macs" { platform macos; os-version "14.1" }`.
struct AssuranceBlock {
  private let draft: OrgDraft
  private var assurance: DeviceAssurance

  static let table = SettingTable<AssuranceBlock>(
    of: "assurance",
    entries: [
      SettingEntry(
        "platform", "`platform macos`",
        "The platform of the devices, which is required. A device of another platform never meets "
          + "the policy.", usual: "none", notAs: ["os", "system"],
        .custom { block, line in
          let words = SignInContext.Platform.words
          guard let word = line.choice(words.map(\.word)) else { return }
          block.assurance.platform = words.first { $0.word == word }?.value ?? []
        }),
      SettingEntry(
        "os-version", "`os-version \"14.1\"`", "The minimum version of the system.", usual: "any",
        notAs: ["version", "minimum", "min-version"],
        .custom { block, line in block.readVersion(line) }),
      SettingEntry(
        "disk-encryption", "`disk-encryption full, user` or `disk-encryption all-internal-volumes`",
        "The accepted types of disk encryption.", usual: "any", notAs: ["encryption", "disk"],
        .custom { block, line in
          if let disk = block.values(line, DeviceCheck.Disk.words) { block.add(.disk(disk), line) }
        }),
      SettingEntry(
        "screen-lock", "`screen-lock passcode, biometric`", "The accepted types of screen locks.",
        usual: "any", notAs: ["screenlock", "lock"],
        .custom { block, line in
          if let lock = block.values(line, DeviceCheck.Lock.words) { block.add(.lock(lock), line) }
        }),
      SettingEntry(
        "secure-hardware", "`secure-hardware required`",
        "Whether a device needs secure hardware, such as a TPM.", usual: "`optional`",
        notAs: ["tpm", "hardware"],
        .custom { block, line in
          if line.choice(["optional", "required"]) == "required" {
            block.add(.secureHardware, line)
          }
        }),
      SettingEntry(
        "jailbreak", "`jailbreak denied`", "Whether the device may be jailbroken or rooted.",
        usual: "`allowed`", notAs: ["rooted", "root"],
        .custom { block, line in
          if line.choice(["allowed", "denied"]) == "denied" { block.add(.notJailbroken, line) }
        }),
      SettingEntry(
        "check", "`check \"compliant by the partner\"`",
        "Another requirement. Each text is a check that a device fulfills or not.", usual: "none",
        notAs: ["signal", "posture"], repeats: true,
        .custom { block, line in block.readCheck(line) }),
      SettingEntry(
        "grace", "`grace until \"2026-12-31\"` or `grace unknown \"why\"`",
        "The grace period, in which a device needs no check: until a day (UTC) or a time such as "
          + "`\"2026-12-31T18:00:00Z\"`, or in a case that isn't known.", usual: "none",
        notAs: ["grace-period"], repeats: true,
        .custom { block, line in block.readGrace(line) }),
    ])

  /// Reads a device assurance policy, and adds it to the org.
  static func read(_ line: SettingLine, of draft: OrgDraft) {
    guard let name = line.one({ $0.name }) else { return }
    guard !draft.policy.assurances.contains(where: { $0.name == name }) else {
      line.report(
        SettingProblem(
          .duplicate, "there are two device assurance policies `\(name)`", at: line.place))
      return
    }
    var block = AssuranceBlock(draft: draft, assurance: DeviceAssurance(name: name))
    table.read(line.block, into: &block, line.reader)
    if !line.block.contains(where: { $0.name == "platform" }) {
      line.report(
        SettingProblem(
          .missing, "the device assurance policy `\(name)` needs a `platform`", at: line.place,
          help: "add `platform macos`"))
    }
    draft.policy.assurances.append(block.assurance)
  }

  private mutating func add(_ check: DeviceCheck, _ line: SettingLine) {
    let fact = UnknownFact(content: .check(check), place: line.valuePlace)
    guard let index = draft.index(of: fact, at: line.valuePlace) else { return }
    assurance.checks |= 1 << UInt64(index)
  }

  private mutating func readVersion(_ line: SettingLine) {
    guard let text = line.one({ $0.text }) else { return }
    guard let version = SystemVersion(text) else {
      line.report(
        SettingProblem(
          .value, "`\(text)` isn't a version", at: line.valuePlace,
          help: "write numbers with dots, such as \"14.1\""))
      return
    }
    add(.version(version), line)
  }

  private func values<Bits: OptionSet>(
    _ line: SettingLine, _ words: [(word: String, value: Bits)]
  ) -> Bits? where Bits.Element == Bits {
    var bits: Bits = []
    for (name, term) in line.names() {
      guard let found = words.first(where: { $0.word == name }) else {
        line.report(
          SettingProblem(
            .value, "`\(name)` isn't a value of `\(line.name)`", at: term.place,
            help: "write " + words.map { "`\($0.word)`" }.joined(separator: ", "), word: name,
            candidates: words.map(\.word)))
        return nil
      }
      bits.insert(found.value)
    }
    return bits.isEmpty ? nil : bits
  }

  private mutating func readCheck(_ line: SettingLine) {
    guard let text = line.one({ $0.text }) else { return }
    guard UnknownFact.isName(text), DeviceCheck(words: text) == .other(text) else {
      line.report(
        SettingProblem(
          .value, "this can't be the text of a check", at: line.valuePlace,
          help: "write a line of at most \(UnknownFact.nameBytesMax) bytes without a "
            + "`\(UnknownFact.separator)`, and not the words of another setting"))
      return
    }
    add(.other(text), line)
  }

  private mutating func readGrace(_ line: SettingLine) {
    let terms = line.terms()
    let content: UnknownFact.Content
    switch (terms.first?.word, terms.count) {
    case ("until", 2):
      guard let end = terms[1].instant else {
        line.report(
          SettingProblem(
            .value, "this isn't a day or a time", at: terms[1].place,
            help: "write it as \"2027-01-31\" or \"2027-01-31T18:00:00Z\""))
        return
      }
      content = .grace(until: end)
    case ("unknown", 2):
      guard let reason = terms[1].text, UnknownFact.isName(reason) else {
        line.malformed(at: terms[1])
        return
      }
      content = .unknown(reason)
    default:
      line.malformed(at: terms.first)
      return
    }
    let fact = UnknownFact(content: content, place: terms[1].place)
    guard let index = draft.index(of: fact, at: terms[1].place) else { return }
    assurance.graces |= 1 << UInt64(index)
  }
}

extension SettingTerm {
  /// The start of a day (UTC), or a time with its offset, since 1970; `nil` if the term isn't one.
  var instant: Duration? {
    guard let text else { return nil }
    guard let day = CalendarDay(text) else { return WrittenTime.moment(text) }
    return day.year < 1970 ? nil : .seconds(Int64(day.daysSince1970) * 86_400)
  }
}
