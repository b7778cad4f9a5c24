/// A requirement of a device assurance policy, which a device fulfills or not.
enum DeviceCheck: Sendable, Hashable {
  /// The minimum version of the system.
  case version(SystemVersion)
  /// The accepted types of disk encryption.
  case disk(Disk)
  /// The accepted types of the screen lock.
  case lock(Lock)
  /// The device has secure hardware.
  case secureHardware
  /// The device isn't jailbroken or rooted.
  case notJailbroken
  /// A requirement that can't be compared with others, as text.
  case other(String)

  /// Types of disk encryption.
  struct Disk: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let words: [(word: String, value: Disk)] = [
      ("full", Disk(rawValue: 1)), ("user", Disk(rawValue: 2)),
      ("all-internal-volumes", Disk(rawValue: 4)),
    ]
  }

  /// Types of screen locks.
  struct Lock: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let words: [(word: String, value: Lock)] = [
      ("none", Lock(rawValue: 1)), ("passcode", Lock(rawValue: 2)),
      ("biometric", Lock(rawValue: 4)),
    ]
  }

  /// Whether every device that fulfills this check also fulfills another one.
  func implies(_ other: DeviceCheck) -> Bool {
    switch (self, other) {
    case (.version(let own), .version(let least)): own >= least
    case (.disk(let own), .disk(let accepted)): accepted.isSuperset(of: own)
    case (.lock(let own), .lock(let accepted)): accepted.isSuperset(of: own)
    default: self == other
    }
  }

  // MARK: Words

  /// The check as a parameter of the start states it, such as `os-version 14.1`.
  var words: String {
    switch self {
    case .version(let version): "os-version \(version.text)"
    case .disk(let disk): "disk-encryption \(DeviceCheck.list(disk, Disk.words))"
    case .lock(let lock): "screen-lock \(DeviceCheck.list(lock, Lock.words))"
    case .secureHardware: "secure-hardware"
    case .notJailbroken: "not-jailbroken"
    case .other(let text): text
    }
  }

  /// Reads a check that a parameter of the start states.
  ///
  /// A text without one of the words is a requirement that can't be compared.
  ///
  /// - Returns: The check; `nil` if the words aren't valid.
  init?(words text: String) {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard let first = parts.first else { return nil }
    let rest = parts.count > 1 ? parts[1] : ""
    switch first {
    case "os-version":
      guard let version = SystemVersion(rest) else { return nil }
      self = .version(version)
    case "disk-encryption":
      guard let disk = DeviceCheck.values(rest, Disk.words) else { return nil }
      self = .disk(disk)
    case "screen-lock":
      guard let lock = DeviceCheck.values(rest, Lock.words) else { return nil }
      self = .lock(lock)
    case "secure-hardware" where rest.isEmpty: self = .secureHardware
    case "not-jailbroken" where rest.isEmpty: self = .notJailbroken
    default: self = .other(text)
    }
  }

  private static func list<Bits: OptionSet>(
    _ bits: Bits, _ words: [(word: String, value: Bits)]
  ) -> String {
    words.filter { bits.isSuperset(of: $0.value) }.map(\.word).joined(separator: ", ")
  }

  private static func values<Bits: OptionSet>(
    _ text: String, _ words: [(word: String, value: Bits)]
  ) -> Bits? where Bits.Element == Bits {
    var bits: Bits = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let word = part.drop { $0 == " " }
      guard let found = words.first(where: { $0.word == word }) else { return nil }
      bits.insert(found.value)
    }
    return bits
  }
}
