import FlowHTTP
import FlowText

// Writes the behaviors and the device assurance policies that rules name.
extension ManagementWriter {
  func id(ofBehavior name: String) -> String { id("bhv", "behavior", name) }
  func id(ofAssurance name: String) -> String { id("dae", "assurance", name) }

  /// Returns the behaviors; what makes one positive is unknown.
  func behaviors(_ policies: [OrgPolicy]) -> [JSON] {
    var seen: Set<String> = []
    return policies.flatMap(\.behaviors).map(\.name).filter { seen.insert($0).inserted }
      .map { name in
        let id = id(ofBehavior: name)
        return [
          "id": .string(id), "name": .string(name), "status": "ACTIVE",
          "_links": ["self": link("behaviors/\(id)")],
        ]
      }
  }

  /// Returns the device assurance policies.
  mutating func assurances(_ policy: OrgPolicy) -> [JSON] {
    policy.assurances.map { assurance in
      let id = id(ofAssurance: assurance.name)
      let found = SignInContext.Platform.words.first { $0.value == assurance.platform }
      let platform = found?.word ?? ""
      if ["linux", "other"].contains(platform) {
        lose("the device assurance policy `\(assurance.name)` for the platform `\(platform)`")
      }
      var body: JSONObject = [
        "id": .string(id), "name": .string(assurance.name),
        "platform": .string(platform.uppercased()),
      ]
      for fact in assurance.checks.bits + assurance.graces.bits {
        let content = policy.unknowns[fact].content
        guard let member = ManagementWriter.member(content), body[member.name] == nil else {
          lose("the device assurance policy `\(assurance.name)`: \(policy.unknowns[fact].name)")
          continue
        }
        body[member.name] = member.value
      }
      body["_links"] = ["self": link("device-assurances/\(id)")]
      return .object(body)
    }
  }

  /// Returns a requirement as a member of a device assurance policy; `nil` if the API can't say it.
  private static func member(_ content: UnknownFact.Content) -> (name: String, value: JSON)? {
    func types<Bits: OptionSet>(
      _ bits: Bits, _ words: [(word: String, value: Bits)]
    ) -> JSON {
      let names = words.filter { bits.isSuperset(of: $0.value) }.map { word, _ in
        JSON.string(word.uppercased().replacing("-", with: "_"))
      }
      return ["include": .array(names)]
    }
    switch content {
    case .check(.version(let version)): return ("osVersion", ["minimum": .string(version.text)])
    case .check(.disk(let disk)):
      return ("diskEncryptionType", types(disk, DeviceCheck.Disk.words))
    case .check(.lock(let lock)): return ("screenLockType", types(lock, DeviceCheck.Lock.words))
    case .check(.secureHardware): return ("secureHardwarePresent", true)
    case .check(.notJailbroken): return ("jailbreak", false)
    case .check(.other(let text)):
      // An import writes the member of the API like this.
      guard let colon = text.firstRange(of: ": "), colon.lowerBound != text.startIndex,
        text[..<colon.lowerBound].utf8.allSatisfy({ $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }),
        let value = try? JSON(parsing: Array(text[colon.upperBound...].utf8))
      else { return nil }
      return (String(text[..<colon.lowerBound]), value)
    case .grace(let end):
      let time = JSON.string(CivilTime(end).iso8601)
      return ("gracePeriod", ["type": "BY_DATE_TIME", "expiry": time])
    case .unknown, .behavior: return nil
    }
  }
}
