import FlowEngine

/// Finds all faults of a message's parameters: it repairs each fault and reads the message again.
///
/// `AppMessage` applies the rules; this type only adds the faults' locations.
struct RepairedReading {
  private let text: MessageText
  private let command: MessageCommand
  private let profile: MessageProfile
  /// The repaired parameters, each with the index of its original part; `nil` for an added
  /// parameter.
  private var entries: [(entry: Envelope.Entry, part: Int?)]

  /// The maximum number of readings: two faults for each parameter, and one if the parameter is
  /// missing.
  private static let roundsMax = 3 * MessageLimits.parameters

  init(_ text: MessageText, _ command: MessageCommand, _ profile: MessageProfile) {
    self.text = text
    self.command = command
    self.profile = profile
    entries = text.parts.enumerated().map { index, part in
      let value = part.value.map(Secret.init)
      let isRaw = profile.isLenient || text.isBundle
      let entry =
        if let name = isRaw ? part.rawName : part.name {
          Envelope.Entry(name: name, value: value, profile)
        } else {
          Envelope.Entry(name: "", value: nil, profile)
        }
      return (entry, index)
    }
  }

  /// Returns all faults because of which the profile refuses the parameters.
  mutating func all() -> [MessageInspection.Finding] {
    var findings: [MessageInspection.Finding] = []
    for _ in 0..<RepairedReading.roundsMax {
      let envelope = Envelope(
        scheme: nil, command: command, profile: profile, entries: entries.map(\.entry))
      do throws(MessageFault) {
        _ = try AppMessage(envelope)
        break
      } catch {
        findings += mend(error)
      }
    }
    return findings
  }

  /// Repairs the fault at which the reader stopped, and returns the findings for it.
  private mutating func mend(_ fault: MessageFault) -> [MessageInspection.Finding] {
    switch (fault.kind, fault.parameter) {
    case (.repeated, let parameter): return removeRepeated(parameter, fault)
    case (.badEscape, nil):
      guard let index = entries.firstIndex(where: { $0.entry.value == nil }) else { return [] }
      let part = entries.remove(at: index).part
      return part.map { [finding(fault, at: brokenEscape(text.parts[$0]))] } ?? []
    case (_, let parameter?):
      let good = Envelope.Entry(
        name: parameter.rawValue, value: Secret(parameter.sample), profile)
      guard let index = entries.lastIndex(where: { $0.entry.parameter == parameter }) else {
        entries.append((good, nil))
        return [finding(fault, at: text.commandRange)]
      }
      let part = entries[index].part
      entries[index] = (good, part)
      return part.map { [finding(fault, in: text.parts[$0])] } ?? []
    case (_, nil):
      entries = []
      return [finding(fault, at: text.commandRange)]
    }
  }

  private mutating func removeRepeated(
    _ parameter: MessageParameter?, _ fault: MessageFault
  ) -> [MessageInspection.Finding] {
    var findings: [MessageInspection.Finding] = []
    var seen: Set<String> = []
    var kept: [(entry: Envelope.Entry, part: Int?)] = []
    for entry in entries {
      let isAbout = parameter == nil || entry.entry.parameter == parameter
      let key = parameter?.rawValue ?? entry.entry.name
      guard isAbout, !seen.insert(key).inserted else {
        kept.append(entry)
        continue
      }
      if let part = entry.part {
        findings.append(
          self.finding(
            fault, at: text.parts[part].range, help: "remove one of them: both are refused"))
      }
    }
    entries = kept
    return findings
  }

  // MARK: Places

  private func finding(
    _ fault: MessageFault, in part: MessageText.Part
  ) -> MessageInspection.Finding {
    guard let parameter = fault.parameter, let value = part.value else {
      return finding(fault, at: brokenEscape(part))
    }
    let advice = ParameterAdvice(parameter, value, profile)
    var place = part.valueRange.isEmpty ? part.range : part.valueRange
    if fault.kind == .malformed || fault.kind == .refused, let wrong = advice.wrong {
      let places = text.isBundle ? nil : PercentCoding.places(text.bytes[part.valueRange])
      let start = part.valueRange.lowerBound
      if text.isBundle {
        place = start + wrong.lowerBound..<start + wrong.upperBound
      } else if let places, wrong.upperBound < places.count {
        place = places[wrong.lowerBound]..<places[wrong.upperBound]
      }
    }
    return finding(fault, at: place, help: fault.kind == .tooLong ? nil : advice.help)
  }

  private func finding(
    _ fault: MessageFault, at range: Range<Int>, help: String? = nil
  ) -> MessageInspection.Finding {
    var finding = MessageInspection.Finding(
      fault.kind, sentence(fault), rule: fault.rule, at: range, help: help ?? missing(fault))
    finding.parameter = fault.parameter
    finding.profiles = [profile]
    return finding
  }

  private func sentence(_ fault: MessageFault) -> String {
    let subject = fault.parameter.map { "`\($0.rawValue)`" } ?? "an unknown parameter"
    return "\(subject) \(fault.kind.rawValue)"
      + (fault.wanted.isEmpty ? "" : "; wanted: \(fault.wanted)")
  }

  private func missing(_ fault: MessageFault) -> String? {
    guard fault.kind == .missing, let parameter = fault.parameter else { return nil }
    return "it is \(parameter.meaning(in: command))"
  }

  /// The location of the first broken escape in a name or value, or else of the whole value.
  private func brokenEscape(_ part: MessageText.Part) -> Range<Int> {
    for range in [part.nameRange, part.valueRange] where !text.isBundle {
      var index = range.lowerBound
      while index < range.upperBound {
        guard text.bytes[index] == UInt8(ascii: "%") else {
          index += 1
          continue
        }
        let end = min(index + 3, range.upperBound)
        guard end == index + 3,
          PercentCoding.decode(text.bytes[index..<end]) != nil
            || text.bytes[index + 1..<end].allSatisfy(PercentCoding.isHex)
        else { return index..<end }
        index = end
      }
    }
    return part.valueRange.isEmpty ? part.range : part.valueRange
  }
}

extension MessageParameter {
  /// A valid value of this parameter under every profile.
  fileprivate var sample: String {
    switch self {
    case .codeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    case .codeChallengeMethod: "S256"
    case .redirectURI: "app:/"
    case .startURL: "https://host/"
    case .scopes: "api"
    case .userHint: "00D000000000001:005000000000001"
    case .loginHost: "host"
    case .clientID, .state, .appName, .code, .errorCode, .errorDescription, .errorReason,
      .keychainReference, .keychainGroup:
      "value"
    }
  }
}
