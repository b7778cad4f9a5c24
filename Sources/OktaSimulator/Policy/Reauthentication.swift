/// The maximum age at which a verification of an earlier sign-in still counts.
///
/// A verification of the current sign-in always counts.
struct Reauthentication: Sendable, Hashable {
  enum Age: Sendable, Hashable {
    /// Any age within the session.
    case once
    /// It never counts again.
    case always
    /// Younger than this age. At this age it is required again.
    case every(Duration)
  }

  /// The maximum age of verifications in general.
  var general = Age.once
  /// The maximum age of verifications by some methods, instead of the general one.
  var special: [Special] = []

  struct Special: Sendable, Hashable {
    var methods: Methods
    var age: Age
  }

  /// Whether a verification counts.
  ///
  /// - Parameters:
  ///   - proof: The verification.
  ///   - now: The current time.
  ///   - maxAge: The client's maximum age, `max_age` of OpenID Connect Core, 3.1.2.1.
  /// - Returns: Whether it counts.
  func accepts(_ proof: Proof, at now: Duration, maxAge: Duration?) -> Bool {
    guard proof.isOfSession else { return true }
    let age = now - proof.at
    if let maxAge, age > maxAge { return false }
    let method = Methods(proof.verification.method)
    switch special.first(where: { $0.methods.contains(method) })?.age ?? general {
    case .once: return true
    case .always: return false
    case .every(let most): return age < most
    }
  }

  /// Returns the verifications that count.
  func evidence(_ proofs: [Proof], at now: Duration, maxAge: Duration?) -> Evidence {
    var evidence = Evidence()
    for proof in proofs where accepts(proof, at: now, maxAge: maxAge) {
      if proof.isOfSession {
        evidence.insertOfSession(proof.verification)
      } else {
        evidence.insert(proof.verification)
      }
    }
    return evidence
  }
}
