import FlowEngine
import FlowHTTP

/// The facts to show to a user: a number to match, a QR code, a question.
enum Showing {
  /// The members of `contextualData` that a user needs, and whether they are secret.
  private static let texts: [(name: String, isSecret: Bool)] = [
    ("correctAnswer", false), ("sharedSecret", true), ("otp", true), ("email", false),
    ("phoneNumber", false), ("selectedChannel", false),
  ]

  /// The facts to show from the authenticators of a step.
  static func facts(of authenticators: [Shared<IDXAuthenticator>]) -> [Fact] {
    var facts: [Fact] = []
    for authenticator in authenticators {
      guard let data = authenticator.contextualData else { continue }
      for (name, isSecret) in texts {
        guard let text = data[name]?.string else { continue }
        facts.append(Fact(name, isSecret ? .secret(Secret(text)) : .text(text)))
      }
      // The image contains the shared secret, or a link that enrolls anyone who opens it.
      if let picture = data["qrcode"]?["href"]?.string {
        facts.append(Fact("qrcode", .secret(Secret(picture))))
      }
      if let question = data["enrolledQuestion"]?["question"]?.string {
        facts.append(Fact("question", .text(question)))
      }
    }
    return facts
  }

  /// The texts in a form's fields that a user can read but not answer.
  ///
  /// Texts in a nested `authenticator` form are omitted, because they only describe the
  /// authenticator.
  static func texts(of fields: [IDXField], prefix: String = "") -> [Fact] {
    var texts: [Fact] = []
    for field in fields where field.isVisible {
      let name = FieldPlace.fullName(field.name, in: prefix)
      if let form = field.form {
        if field.name != "authenticator" { texts += self.texts(of: form, prefix: name) }
      } else if let label = field.label, field.isLabel {
        texts.append(Fact(field.name.isEmpty ? "text" : name, .text(label), label: ""))
      } else if let label = field.label, !field.isMutable, !field.isStateHandle,
        field.options == nil,
        let value = field.value.flatMap({ Value(sending: $0, isSecret: field.isSecret) })
      {
        texts.append(Fact(name, value, label: label))
      }
    }
    return texts
  }
}

extension IDXField {
  /// Whether the field is only a text to read, without an answer or a value to send.
  var isLabel: Bool {
    guard value == nil, form == nil, options == nil, label?.isEmpty == false else { return false }
    return name.isEmpty || (!isMutable && !isRequired)
  }
}
