/// How old a verification of an earlier sign-in may be to count again.
///
/// What is verified in a sign-in counts for the whole of it.
struct Reauthentication: Sendable, Hashable {
  enum Age: Sendable, Hashable {
    /// As old as its session.
    case once
    /// It never counts again.
    case always
    /// Younger than this: at this age it is asked for again.
    case every(Duration)
  }

  /// How old any may be.
  var general = Age.once
  /// How old those of some methods may be, instead.
  var special: [Special] = []

  struct Special: Sendable, Hashable {
    var methods: Methods
    var age: Age
  }

  /// Whether a verification counts.
  ///
  /// - Parameters:
  ///   - proof: the verification.
  ///   - now: what time it is.
  ///   - maxAge: how old the client lets it be, `max_age` of OpenID Connect Core, 3.1.2.1.
  /// - Returns: whether it does.
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

  /// What counts of some verifications.
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
