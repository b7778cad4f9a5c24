/// The properties of a verification, beyond its method, that policies can require.
package struct Traits: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The verification can't be relayed to another site.
  package static let phishingResistant = Traits(rawValue: 1)
  /// The key can't leave a chip.
  package static let hardwareProtected = Traits(rawValue: 2)
  /// The key can't leave the device.
  static let deviceBound = Traits(rawValue: 4)
  /// The device verified its user.
  static let userVerifying = Traits(rawValue: 8)
  /// The device verified its user by fingerprint or face.
  static let biometrics: Traits = [.userVerifying, Traits(rawValue: 16)]
  /// The device verified its user by a PIN.
  static let pin: Traits = [.userVerifying, Traits(rawValue: 32)]
  /// All traits about how the device verified its user.
  static let verification: Traits = [.biometrics, .pin]

  /// The words for traits in requirements.
  static let adjectives: [(word: String, traits: Traits)] = [
    ("phishing-resistant", .phishingResistant), ("hardware-protected", .hardwareProtected),
    ("device-bound", .deviceBound), ("user-verifying", .userVerifying),
  ]

  /// The traits in words, such as `hardware-protected`.
  package var words: [String] {
    let verification: [(word: String, traits: Traits)] = [
      ("verified by biometrics", .biometrics.subtracting(.userVerifying)),
      ("verified by PIN", .pin.subtracting(.userVerifying)),
    ]
    return (Traits.adjectives + verification).filter { isSuperset(of: $0.traits) }.map(\.word)
  }
}

/// The kinds of factors: knowledge, possession and inherence.
struct Kinds: OptionSet, Sendable, Hashable {
  let rawValue: UInt8

  static let knowledge = Kinds(rawValue: 1)
  static let possession = Kinds(rawValue: 2)
  static let inherence = Kinds(rawValue: 4)

  /// The number of kinds in the set.
  var count: Int { rawValue.nonzeroBitCount }
}

extension Method {
  /// The traits that every verification by the method has.
  package var traits: Traits {
    switch self {
    case .password, .securityQuestion, .tac, .email, .sms, .voice: []
    case .otp, .totp, .push, .customOTP, .duo, .onPremMFA, .rsaToken, .symantecVIP: .deviceBound
    case .yubikey: [.deviceBound, .hardwareProtected]
    case .signedNonce: [.deviceBound, .phishingResistant]
    case .webauthn: .phishingResistant
    }
  }

  /// The further traits that a verification by the method can have.
  ///
  /// They depend on the enrollment and on whether the device verifies its user.
  var conditionalTraits: Traits {
    switch self {
    case .push, .signedNonce: [.hardwareProtected, .verification]
    case .webauthn: [.hardwareProtected, .deviceBound, .verification]
    default: []
    }
  }

  /// Returns the traits of a verification by an enrollment with the given traits.
  func traits(of enrolled: Traits) -> Traits {
    traits.union(enrolled.intersection(conditionalTraits))
  }
}

/// A verification that was done or is possible: its method and its traits.
struct Verification: Sendable, Hashable {
  var method: Method
  var traits: Traits

  /// The kinds of factors that the verification proves.
  ///
  /// One verification can prove several kinds: a passkey with a PIN proves possession and
  /// knowledge.
  var kinds: Kinds {
    var kinds: Kinds = Methods.knowledge.contains(Methods(method)) ? .knowledge : .possession
    if traits.contains(.biometrics) { kinds.insert(.inherence) }
    if traits.contains(.pin) { kinds.insert(.knowledge) }
    return kinds
  }
}

/// A verification with the time when it was done.
struct Proof: Sendable, Hashable {
  var verification: Verification
  var at: Duration
  /// Whether the verification is from an earlier sign-in and the browser's session.
  var isOfSession = false
}

/// The verifications that count for a requirement, in order.
struct Evidence: Sendable, Hashable {
  private(set) var verifications: [Verification] = []
  private(set) var methods: Methods = []
  /// The number of verifications from an earlier sign-in.
  ///
  /// These verifications are the first elements, in unknown order.
  private(set) var unordered = 0

  /// Reserves room for more verifications.
  mutating func reserve(_ count: Int) {
    verifications.reserveCapacity(verifications.count + count)
  }

  mutating func insert(_ verification: Verification) {
    verifications.append(verification)
    methods.insert(Methods(verification.method))
  }

  /// Adds a verification from an earlier sign-in.
  mutating func insertOfSession(_ verification: Verification) {
    if unordered == verifications.count { unordered += 1 }
    insert(verification)
  }

  mutating func formUnion(_ other: Evidence) {
    verifications += other.verifications
    methods.formUnion(other.methods)
  }

  /// The kinds of factors that the verifications prove.
  var kinds: Kinds { verifications.reduce(into: Kinds()) { $0.formUnion($1.kinds) } }
}
