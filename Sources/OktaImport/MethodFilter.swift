import OktaSimulator

/// Which methods of a class a constraint lets pass, and what they have to be.
struct MethodFilter {
  /// Whether one of them has to be shown; else the others can't be used, and that is all.
  let isRequired: Bool
  /// What is let pass.
  let accepted: [OfferedMethod]
  /// What isn't, of the same class.
  let refused: [OfferedMethod]
  /// Whether it names what it accepts; it names what it refuses, else.
  let isList: Bool
  /// `phishing-resistant` and the like, in order.
  let adjectives: [String]
  /// Whether the holder has to be made sure of by finger or face.
  let isInherence: Bool
  /// How old a verification may be.
  let age: Exported?

  /// Reads `knowledge` or `possession` of a constraint.
  init(_ value: Exported, isKnowledge: Bool, _ offered: OfferedMethods) {
    isRequired = value.flag("required") ?? true
    age = value["reauthenticateIn"]
    let own = offered.usable.filter { $0.method.isKnowledge == isKnowledge }
    let types = MethodFilter.listed(value, "types")?.compactMap { $0.string?.lowercased() }
    let wires = MethodFilter.listed(value, "methods")?.compactMap { $0.string?.lowercased() }
    let named = MethodFilter.listed(value, "authenticationMethods")?.map(MethodFilter.Named.init)
    let excluded = value.list("excludedAuthenticationMethods").map(MethodFilter.Named.init)
    let (words, isInherence) = MethodFilter.traits(value)
    adjectives = words
    self.isInherence = isInherence
    isList = types != nil || wires != nil || named != nil
    let passed = own.filter { method in
      (types?.contains(method.authenticator.type) ?? true)
        && (wires?.contains(method.method.wire) ?? true)
        && (named?.contains { $0.fits(method) } ?? true)
        && !excluded.contains { $0.fits(method) }
    }
    accepted = passed.filter { method in
      words.allSatisfy { method.method.adjectives.contains($0) }
    }
    refused = own.filter { !passed.contains($0) }
  }

  /// What is listed, of which one has to be so; `nil` where nothing is.
  ///
  /// What can't be read fits nothing.
  private static func listed(_ value: Exported, _ name: String) -> [Exported]? {
    guard let list = value[name], !list.json.isNothing else { return nil }
    return value.list(name)
  }

  /// An authenticator, or one method of it.
  struct Named {
    let key: String
    let method: String?

    init(_ value: Exported) {
      key = value.text("key")?.lowercased() ?? ""
      method = value.text("method")?.lowercased()
      if OfferedMethods.known(key) == nil {
        value.warn("this authenticator can't be simulated: no user has it")
      } else if let id = value["id"] {
        id.settle()
      }
      value.settle("id")
    }

    func fits(_ offered: OfferedMethod) -> Bool {
      offered.authenticator.key == key && (method == nil || offered.method.wire == method)
    }
  }

  /// What has to be `REQUIRED` of a method; every verification here is by somebody who is present.
  static func traits(_ value: Exported) -> (words: [String], isInherence: Bool) {
    var words: [String] = []
    for (member, word) in [
      ("phishingResistant", "phishing-resistant"), ("hardwareProtection", "hardware-protected"),
      ("deviceBound", "device-bound"), ("userVerification", "user-verifying"),
    ] where value[member] != nil {
      // Another word than these may ask for as much.
      if value.word(member, ["REQUIRED", "OPTIONAL"]) != "OPTIONAL" { words.append(word) }
    }
    _ = value.word("userPresence", ["REQUIRED", "OPTIONAL"])
    let ways = Set(value.texts("userVerificationMethods").map { $0.uppercased() })
    guard words.contains("user-verifying"), !ways.isEmpty, ways != ["BIOMETRICS", "PIN"] else {
      return (words, false)
    }
    if ways == ["BIOMETRICS"] { return (words, true) }
    value["userVerificationMethods"]?.warn("any method of user verification is accepted here")
    return (words, false)
  }

  /// The demand as a requirement says it: `phishing-resistant possession`, `(email or phone)`.
  func text(_ offered: OfferedMethods, kind: String, place: Exported) -> String {
    let before = adjectives.map { $0 + " " }.joined()
    guard isList else {
      guard isInherence else { return before + kind }
      let others = adjectives.filter { $0 != "user-verifying" }.map { $0 + " " }.joined()
      return others + "inherence"
    }
    if isInherence {
      place["userVerificationMethods"]?.warn("any method of user verification is accepted here")
    }
    let words = offered.words(accepted).map { before + $0 }
    return words.count == 1 ? words[0] : "(\(words.joined(separator: " or ")))"
  }
}
