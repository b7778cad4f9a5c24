import FlowEngine
import FlowWire

/// What a person should be shown: a number to match, a QR code, a question.
enum Showing {
  /// The members of `contextualData` that a person can use, and whether they must stay secret.
  private static let texts: [(name: String, isSecret: Bool)] = [
    ("correctAnswer", false), ("sharedSecret", true), ("otp", true), ("email", false),
    ("phoneNumber", false), ("selectedChannel", false),
  ]

  /// What the authenticators of a step show.
  static func facts(of authenticators: [Shared<IDXAuthenticator>]) -> [Fact] {
    var facts: [Fact] = []
    for authenticator in authenticators {
      guard let data = authenticator.contextualData else { continue }
      for (name, isSecret) in texts {
        guard let text = data[name]?.string else { continue }
        facts.append(Fact(name, isSecret ? .secret(Secret(text)) : .text(text)))
      }
      // The picture holds the shared secret, or a link that enrols whoever opens it.
      if let picture = data["qrcode"]?["href"]?.string {
        facts.append(Fact("qrcode", .secret(Secret(picture))))
      }
      if let question = data["enrolledQuestion"]?["question"]?.string {
        facts.append(Fact("question", .text(question)))
      }
    }
    return facts
  }
}
