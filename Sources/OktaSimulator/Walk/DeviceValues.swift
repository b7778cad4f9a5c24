/// The facts about a value of which a device has one: its disk encryption, or its screen lock.
///
/// Each fact says that the value is one of some types. So facts exclude each other if they have no
/// type in common, and the facts of a device follow from its value.
struct DeviceValues<Bits: FactBits>: Sendable {
  /// The bits of facts, each with the types that it accepts.
  private let facts: [(bit: Bits, types: UInt8)]
  /// All facts, as a bit set.
  let all: Bits

  /// Any value: one of the types, or none of them.
  private static var anything: UInt8 { 0b1111 }
  /// The value of a device with none of the types.
  private static var nothing: UInt8 { 0b1000 }

  /// Returns the facts about each value, by their positions in a list.
  static func groups(_ contents: [UnknownFact.Content]) -> [DeviceValues] {
    let disks = contents.enumerated().compactMap { number, content -> (Bits, UInt8)? in
      if case .check(.disk(let disk)) = content { (.fact(number), disk.rawValue) } else { nil }
    }
    let locks = contents.enumerated().compactMap { number, content -> (Bits, UInt8)? in
      if case .check(.lock(let lock)) = content { (.fact(number), lock.rawValue) } else { nil }
    }
    return [disks, locks].filter { !$0.isEmpty }.map(DeviceValues.init)
  }

  private init(_ facts: [(Bits, UInt8)]) {
    self.facts = facts.map { (bit: $0.0, types: $0.1) }
    all = facts.reduce(0) { $0 | $1.0 }
  }

  /// Returns the values that a device can have, as a bit set.
  private func values(_ relevant: Bits, _ holding: Bits) -> UInt8 {
    facts.reduce(Self.anything) { values, fact in
      guard relevant & fact.bit != 0 else { return values }
      return values & (holding & fact.bit != 0 ? fact.types : ~fact.types)
    }
  }

  /// Adds the facts that follow from the known ones for every value that the device can have.
  func settle(_ relevant: inout Bits, _ holding: inout Bits) {
    guard relevant & all != 0 else { return }
    let values = values(relevant, holding)
    guard values != 0 else { return }
    for fact in facts where values & ~fact.types == 0 || values & fact.types == 0 {
      relevant = relevant | fact.bit
      holding = values & fact.types != 0 ? holding | fact.bit : holding & ~fact.bit
    }
  }

  /// Returns which facts hold for one of the values that the device can have.
  ///
  /// A device without any of the types is preferred.
  func example(_ relevant: Bits, _ holding: Bits) -> Bits {
    let values = values(relevant, holding)
    guard values & Self.nothing == 0 else { return 0 }
    let value = values & (~values &+ 1)
    return facts.reduce(0) { $1.types & value != 0 ? $0 | $1.bit : $0 }
  }
}

/// A set of facts as bits.
protocol FactBits: Sendable, Equatable, ExpressibleByIntegerLiteral {
  /// The set of one fact.
  static func fact(_ number: Int) -> Self
  static func & (left: Self, right: Self) -> Self
  static func | (left: Self, right: Self) -> Self
  static prefix func ~ (bits: Self) -> Self
}

extension UInt64: FactBits {
  static func fact(_ number: Int) -> UInt64 { 1 << UInt64(number) }
}

extension Bits128: FactBits {
  static func fact(_ number: Int) -> Bits128 { 1 << number }
}

extension [Assumption] {
  /// Whether no device fulfills all of the assumed checks of its disk encryption or screen lock,
  /// with those of another list.
  func excludeEveryValue(with others: [Assumption]) -> Bool {
    var (disks, locks) = (UInt8.max, UInt8.max)
    for own in self { own.narrow(&disks, &locks) }
    for other in others { other.narrow(&disks, &locks) }
    return disks == 0 || locks == 0
  }

  /// Returns the same assumptions, with one type of disk encryption and of the screen lock, which a
  /// client can state.
  var withOneValue: [Assumption] {
    var (disks, locks) = (UInt8.max, UInt8.max)
    for own in self { own.narrow(&disks, &locks) }
    return map { own in
      guard own.holds else { return own }
      switch own.content {
      case .check(.disk):
        return own.with(.check(.disk(DeviceCheck.Disk(rawValue: disks & (~disks &+ 1)))))
      case .check(.lock):
        return own.with(.check(.lock(DeviceCheck.Lock(rawValue: locks & (~locks &+ 1)))))
      default: return own
      }
    }
  }
}

extension Assumption {
  /// Removes the types of disk encryption and of screen locks that this assumption excludes.
  fileprivate func narrow(_ disks: inout UInt8, _ locks: inout UInt8) {
    switch content {
    case .check(.disk(let disk)): disks &= holds ? disk.rawValue : ~disk.rawValue
    case .check(.lock(let lock)): locks &= holds ? lock.rawValue : ~lock.rawValue
    default: break
    }
  }
}
