/// The properties of a verification beyond its method, as policies require them.
package struct Traits: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It can't be passed on to another site.
  package static let phishingResistant = Traits(rawValue: 1)
  /// Its key can't leave a chip.
  package static let hardwareProtected = Traits(rawValue: 2)
  /// Its key can't leave the device.
  static let deviceBound = Traits(rawValue: 4)
  /// The holder of the device was verified.
  static let userVerifying = Traits(rawValue: 8)
  /// The holder was verified by finger or face.
  static let biometrics: Traits = [.userVerifying, Traits(rawValue: 16)]
  /// The holder was verified by a PIN.
  static let pin: Traits = [.userVerifying, Traits(rawValue: 32)]
  /// All traits about user verification.
  static let verification: Traits = [.biometrics, .pin]

  /// The adjectives of requirements.
  static let adjectives: [(word: String, traits: Traits)] = [
    ("phishing-resistant", .phishingResistant), ("hardware-protected", .hardwareProtected),
    ("device-bound", .deviceBound), ("user-verifying", .userVerifying),
  ]
}

/// The kinds of factors: knowledge, possession and inherence.
struct Kinds: OptionSet, Sendable, Hashable {
  let rawValue: UInt8

  static let knowledge = Kinds(rawValue: 1)
  static let possession = Kinds(rawValue: 2)
  static let inherence = Kinds(rawValue: 4)

  /// The number of kinds.
  var count: Int { rawValue.nonzeroBitCount }
}

extension Method {
  /// The traits of every verification by the method.
  package var traits: Traits {
    switch self {
    case .password, .securityQuestion, .email, .sms, .voice: []
    case .otp, .totp, .push, .customOTP, .duo, .onPremMFA, .rsaToken, .symantecVIP: .deviceBound
    case .yubikey: [.deviceBound, .hardwareProtected]
    case .signedNonce: [.deviceBound, .phishingResistant]
    case .webauthn: .phishingResistant
    }
  }

  /// The further traits that a verification may have, depending on the enrollment and on user
  /// verification.
  var conditionalTraits: Traits {
    switch self {
    case .push, .signedNonce: [.hardwareProtected, .verification]
    case .webauthn: [.hardwareProtected, .deviceBound, .verification]
    default: []
    }
  }

  /// Returns the traits of a verification by an enrollment.
  func traits(of enrolled: Traits) -> Traits {
    traits.union(enrolled.intersection(conditionalTraits))
  }
}

/// A method with the traits of a past or possible verification.
struct Verification: Sendable, Hashable {
  var method: Method
  var traits: Traits

  /// The kinds of factors that the verification proves.
  ///
  /// One verification may prove several kinds: a passkey with a PIN proves possession and knowledge.
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
  /// Whether it was done in an earlier sign-in, with a session that is still open.
  var isOfSession = false
}

/// The verifications that count for a requirement, in order.
struct Evidence: Sendable, Hashable {
  private(set) var verifications: [Verification] = []
  private(set) var methods: Methods = []
  /// The number of verifications at the beginning that are from an earlier sign-in, in unknown
  /// order.
  private(set) var unordered = 0

  /// Reserves room for more verifications.
  mutating func reserve(_ count: Int) {
    verifications.reserveCapacity(verifications.count + count)
  }

  mutating func insert(_ verification: Verification) {
    verifications.append(verification)
    methods.insert(Methods(verification.method))
  }

  /// Adds a verification of an earlier sign-in.
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
