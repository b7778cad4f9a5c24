import OktaSimulator

/// The methods of one class that a constraint accepts, and the traits that it requires.
///
/// The class is knowledge or possession.
struct MethodFilter {
  /// Whether the constraint requires a method of the class.
  ///
  /// If not, the constraint only excludes the methods that it doesn't accept.
  let isRequired: Bool
  /// The accepted methods.
  let accepted: [OfferedMethod]
  /// The refused methods of the same class.
  let refused: [OfferedMethod]
  /// Whether the constraint lists accepted methods; if not, it lists refused methods.
  let isList: Bool
  /// The required traits in order, such as `phishing-resistant`.
  let adjectives: [String]
  /// Whether the user must be verified by fingerprint or face.
  let isInherence: Bool
  /// The list of ways to verify the user, if the org accepts more ways; `nil` if it doesn't.
  let stricter: Exported?
  /// The maximum age of a verification; `nil` if the constraint doesn't set one.
  let age: Exported?

  /// Reads the member `knowledge` or `possession` of a constraint.
  init(_ value: Exported, isKnowledge: Bool, _ offered: OfferedMethods) {
    isRequired = value.flag("required") ?? true
    age = value["reauthenticateIn"]
    let own = offered.usable.filter { $0.method.isKnowledge == isKnowledge }
    let types = MethodFilter.listed(value, "types")?.compactMap { $0.string?.lowercased() }
    let wires = MethodFilter.listed(value, "methods")?.compactMap { $0.string?.lowercased() }
    let named = MethodFilter.listed(value, "authenticationMethods")?.map(MethodFilter.Named.init)
    let excluded = value.list("excludedAuthenticationMethods").map(MethodFilter.Named.init)
    let (words, isInherence, others) = MethodFilter.traits(value)
    adjectives = words
    self.isInherence = isInherence
    isList = types != nil || wires != nil || named != nil
    stricter = others ?? (isList && isInherence ? value["userVerificationMethods"] : nil)
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

  /// Returns the elements of a list, of which one must match; `nil` if there is no list.
  ///
  /// An unreadable element matches nothing.
  private static func listed(_ value: Exported, _ name: String) -> [Exported]? {
    guard let list = value[name], !list.json.isNothing else { return nil }
    return value.list(name)
  }

  /// A reference to an authenticator, or to one of its methods.
  struct Named {
    let key: String
    let method: String?

    init(_ value: Exported) {
      key = value.text("key")?.lowercased() ?? ""
      method = value.text("method")?.lowercased()
      if OfferedMethods.known(key) == nil {
        value.note("this authenticator can't be simulated: no user has it")
      } else if let id = value["id"] {
        id.settle()
      }
      value.settle("id")
    }

    func fits(_ offered: OfferedMethod) -> Bool {
      offered.authenticator.key == key && (method == nil || offered.method.wire == method)
    }
  }

  /// Returns the traits that a constraint requires (`REQUIRED`).
  ///
  /// User presence is ignored, because every verification in a simulated org has it. If the org
  /// accepts more ways to verify the user than the constraint, their list is returned too.
  static func traits(
    _ value: Exported
  ) -> (words: [String], isInherence: Bool, others: Exported?) {
    var words: [String] = []
    for (member, word) in [
      ("phishingResistant", "phishing-resistant"), ("hardwareProtection", "hardware-protected"),
      ("deviceBound", "device-bound"), ("userVerification", "user-verifying"),
    ] where value[member] != nil {
      // Any word other than `OPTIONAL` may be as strict as `REQUIRED`.
      if value.word(member, ["REQUIRED", "OPTIONAL"]) != "OPTIONAL" { words.append(word) }
    }
    if value.word("userPresence", ["REQUIRED", "OPTIONAL"]) == "OPTIONAL" {
      value["userPresence"]?.detail(
        "a user of the org is always present when FastPass is used", isWarning: false)
    }
    let ways = Set(value.texts("userVerificationMethods").map { $0.uppercased() })
    guard words.contains("user-verifying"), !ways.isEmpty, ways != ["BIOMETRICS", "PIN"] else {
      return (words, false, nil)
    }
    if ways == ["BIOMETRICS"] { return (words, true, nil) }
    return (words, false, value["userVerificationMethods"])
  }

  /// Returns the text of a requirement, such as `phishing-resistant possession` or `(email or
  /// phone)`.
  func text(_ offered: OfferedMethods, kind: String) -> String {
    let before = adjectives.map { $0 + " " }.joined()
    guard isList else {
      guard isInherence else { return before + kind }
      let others = adjectives.filter { $0 != "user-verifying" }.map { $0 + " " }.joined()
      return others + "inherence"
    }
    let words = offered.words(accepted).map { before + $0 }
    return words.count == 1 ? words[0] : "(\(words.joined(separator: " or ")))"
  }
}
