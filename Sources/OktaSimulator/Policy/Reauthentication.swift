/// How old a verification from an earlier sign-in may be to count again.
///
/// A verification from the current sign-in always counts.
struct Reauthentication: Sendable, Hashable {
  enum Age: Sendable, Hashable {
    /// The verification counts as long as the session exists.
    case once
    /// The verification never counts again.
    case always
    /// The verification counts while it is younger than this age.
    case every(Duration)
  }

  /// The maximum age of a verification, unless `special` has one for its method.
  var general = Age.once
  /// The maximum ages for particular methods.
  ///
  /// The first element that contains the method applies.
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
  ///   - maxAge: The maximum age that the client requested in `max_age` (OpenID Connect Core 1.0,
  ///     section 3.1.2.1); `nil` if it requested none.
  /// - Returns: Whether the verification counts.
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
