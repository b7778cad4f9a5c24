/// What a verification is beyond its method, as policies ask for it.
package struct Traits: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It can't be passed on to another site.
  package static let phishingResistant = Traits(rawValue: 1)
  /// Its key can't leave a chip.
  package static let hardwareProtected = Traits(rawValue: 2)
  /// Its key can't leave the device.
  static let deviceBound = Traits(rawValue: 4)
  /// It was made sure who holds the device.
  static let userVerifying = Traits(rawValue: 8)
  /// … by finger or face.
  static let biometrics: Traits = [.userVerifying, Traits(rawValue: 16)]
  /// … by a PIN.
  static let pin: Traits = [.userVerifying, Traits(rawValue: 32)]
  /// Everything that says how the holder was made sure of.
  static let verification: Traits = [.biometrics, .pin]

  /// The adjectives of requirements.
  static let adjectives: [(word: String, traits: Traits)] = [
    ("phishing-resistant", .phishingResistant), ("hardware-protected", .hardwareProtected),
    ("device-bound", .deviceBound), ("user-verifying", .userVerifying),
  ]
}

/// The kinds of factors: what is known, had, and been.
struct Kinds: OptionSet, Sendable, Hashable {
  let rawValue: UInt8

  static let knowledge = Kinds(rawValue: 1)
  static let possession = Kinds(rawValue: 2)
  static let inherence = Kinds(rawValue: 4)

  /// How many there are.
  var count: Int { rawValue.nonzeroBitCount }
}

extension Method {
  /// What every verification by it is.
  package var traits: Traits {
    switch self {
    case .password, .securityQuestion, .email, .sms, .voice: []
    case .otp, .totp, .push, .customOTP, .duo, .onPremMFA, .rsaToken, .symantecVIP: .deviceBound
    case .yubikey: [.deviceBound, .hardwareProtected]
    case .signedNonce: [.deviceBound, .phishingResistant]
    case .webauthn: .phishingResistant
    }
  }

  /// What a verification by it may be besides, by what was enrolled and how its holder was asked.
  var conditionalTraits: Traits {
    switch self {
    case .push, .signedNonce: [.hardwareProtected, .verification]
    case .webauthn: [.hardwareProtected, .deviceBound, .verification]
    default: []
    }
  }

  /// What a verification by something enrolled is.
  func traits(of enrolled: Traits) -> Traits {
    traits.union(enrolled.intersection(conditionalTraits))
  }
}

/// A method with what a verification by it is, was or would be.
struct Verification: Sendable, Hashable {
  var method: Method
  var traits: Traits

  /// What it proves: one ceremony may prove two kinds.
  var kinds: Kinds {
    var kinds: Kinds = Methods.knowledge.contains(Methods(method)) ? .knowledge : .possession
    if traits.contains(.biometrics) { kinds.insert(.inherence) }
    if traits.contains(.pin) { kinds.insert(.knowledge) }
    return kinds
  }
}

/// A verification that was done.
struct Proof: Sendable, Hashable {
  var verification: Verification
  var at: Duration
  /// Whether it was done in an earlier sign-in, whose session lasts.
  var isOfSession = false
}

/// What counts towards a requirement, in the order in which it was verified.
struct Evidence: Sendable, Hashable {
  private(set) var verifications: [Verification] = []
  private(set) var methods: Methods = []
  /// How many of them, at the beginning, an earlier sign-in has verified, whose order isn't known.
  private(set) var unordered = 0

  /// Makes room for so many more.
  mutating func reserve(_ count: Int) {
    verifications.reserveCapacity(verifications.count + count)
  }

  mutating func insert(_ verification: Verification) {
    verifications.append(verification)
    methods.insert(Methods(verification.method))
  }

  /// Adds what an earlier sign-in has verified.
  mutating func insertOfSession(_ verification: Verification) {
    if unordered == verifications.count { unordered += 1 }
    insert(verification)
  }

  mutating func formUnion(_ other: Evidence) {
    verifications += other.verifications
    methods.formUnion(other.methods)
  }

  /// The kinds of factors in it.
  var kinds: Kinds { verifications.reduce(into: Kinds()) { $0.formUnion($1.kinds) } }
}
