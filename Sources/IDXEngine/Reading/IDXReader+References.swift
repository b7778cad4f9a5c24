extension IDXReader {
  /// What references point at; one that points at nothing is noted and left out.
  ///
  /// A reference points at a part of the page and never at another reference, so that none can go
  /// in circles.
  mutating func resolve(_ texts: [String]) -> [IDXReference] {
    var references: [IDXReference] = []
    references.reserveCapacity(texts.count)
    for text in texts {
      if let reference = target(of: text) {
        references.append(reference)
      } else {
        note(.dangling, "refers to `\(text)`, which isn't there", at: "relatesTo")
      }
    }
    return references
  }

  private func target(of text: String) -> IDXReference? {
    switch text {
    // The two that most documents have are not taken apart.
    case "$.currentAuthenticatorEnrollment" where page.currentEnrollment != nil:
      return .currentEnrollment
    case "$.currentAuthenticator" where page.currentAuthenticator != nil:
      return .currentAuthenticator
    default: break
    }
    let (name, index) = Self.parts(of: text)
    switch (name, index) {
    case ("currentAuthenticatorEnrollment", nil):
      return page.currentEnrollment.map { _ in .currentEnrollment }
    case ("currentAuthenticator", nil):
      return page.currentAuthenticator.map { _ in .currentAuthenticator }
    case ("enrollmentAuthenticator", nil):
      return page.enrollmentAuthenticator.map { _ in .enrollmentAuthenticator }
    case ("recoveryAuthenticator", nil):
      return page.recoveryAuthenticator.map { _ in .recoveryAuthenticator }
    case ("authenticators", let index?):
      return page.authenticators.indices.contains(index) ? .authenticator(index) : nil
    case ("authenticatorEnrollments", let index?):
      return page.enrollments.indices.contains(index) ? .enrollment(index) : nil
    case ("authenticatorChallenge", nil):
      return page.deviceChallenge.map { _ in .deviceChallenge }
    case ("webauthnAutofillUIChallenge", nil):
      return page.autofillChallenge.map { _ in .autofillChallenge }
    case ("captcha", nil):
      return page.captcha.map { _ in .captcha }
    default: return nil
    }
  }

  /// The member and the index that a reference names: `$.name`, `$.name.value`, `$.name.value[n]`,
  /// or the bare name.
  private static func parts(of text: String) -> (name: String, index: Int?) {
    var rest = text.utf8[...]
    if rest.starts(with: "$.".utf8) { rest = rest.dropFirst(2) }
    var index: Int?
    if rest.last == UInt8(ascii: "]"), let open = rest.lastIndex(of: UInt8(ascii: "[")) {
      guard let number = Int(Substring(rest[open...].dropFirst().dropLast())) else {
        return ("", nil)
      }
      index = number
      rest = rest[..<open]
    }
    if rest.suffix(6).elementsEqual(".value".utf8) { rest = rest.dropLast(6) }
    return (String(Substring(rest)), index)
  }
}
