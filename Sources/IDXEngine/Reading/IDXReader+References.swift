import FlowHTTP

extension IDXReader {
  /// Reads one text or a list of texts, because `rel` and `relatesTo` can be either.
  mutating func texts(
    _ member: JSONObject.Member
  ) -> [String] {
    switch member.value {
    case .string(let text): return [text]
    case .null: return []
    case .array(let elements):
      // Nearly every form has this value.
      if elements == Self.createForm.json { return Self.createForm.texts }
      let texts = elements.compactMap(\.string)
      if texts.count != elements.count { mistype(member, "a list of texts") }
      return texts
    default:
      mistype(member, "a list of texts")
      return []
    }
  }

  private static let createForm = (json: ["create-form"] as [JSON], texts: ["create-form"])

  /// The targets of references; a reference without a target is noted and omitted.
  ///
  /// A target is a part of the page and never another reference, so references can't form a cycle.
  ///
  /// - Parameters:
  ///   - member: The references.
  ///   - written: Receives the texts of the references if the reader takes notes.
  /// - Returns: The targets.
  mutating func references(
    _ member: JSONObject.Member, _ written: inout [String]
  ) -> [IDXReference] {
    if takesNotes { written = texts(member) }
    switch member.value {
    case .string(let text): return reference(text).map { [$0] } ?? []
    case .array(let elements):
      var references: [IDXReference] = []
      references.reserveCapacity(elements.count)
      for index in elements.indices {
        guard case .string(let text) = elements[index], let reference = reference(text) else {
          continue
        }
        references.append(reference)
      }
      return references
    default: return []
    }
  }

  private mutating func reference(_ text: String) -> IDXReference? {
    let found = target(of: text)
    switch found {
    case .authenticator?, .enrollment?: break
    default: refersElsewhere = true
    }
    if found == nil { note(.dangling, "refers to `\(text)`, which doesn't exist", at: "relatesTo") }
    return found
  }

  private func target(of text: String) -> IDXReference? {
    switch text {
    // Most documents contain only these two references, so they aren't parsed.
    case "$.currentAuthenticatorEnrollment" where page.currentEnrollment != nil:
      return .currentEnrollment
    case "$.currentAuthenticator" where page.currentAuthenticator != nil:
      return .currentAuthenticator
    default: break
    }
    if let index = Self.index(in: text, behind: "$.authenticatorEnrollments.value[") {
      return page.enrollments.indices.contains(index) ? .enrollment(index) : nil
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

  /// The index in a reference of the most frequent form, found without parsing; `nil` for another
  /// form.
  private static func index(in text: String, behind prefix: String) -> Int? {
    guard text.hasPrefix(prefix) else { return nil }
    let bytes = text.utf8
    var position = bytes.index(bytes.startIndex, offsetBy: prefix.utf8.count)
    var number: Int?
    while position < bytes.endIndex {
      let byte = bytes[position]
      bytes.formIndex(after: &position)
      if byte == UInt8(ascii: "]") { return position == bytes.endIndex ? number : nil }
      guard (48...57).contains(byte), number ?? 0 < 1000 else { return nil }
      number = (number ?? 0) * 10 + Int(byte - 48)
    }
    return nil
  }

  /// The member's name and the index in a reference.
  ///
  /// A reference is `$.name`, `$.name.value`, `$.name.value[n]`, or only the name.
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
