/// A way to continue other than to answer a step.
///
/// It says what the way is for, whatever the engine calls it.
public enum StepWay: String, Sendable, Hashable {
  /// To skip the step.
  case skip
  /// To send the code or the link again.
  case resend
  /// To send the code or the link for the first time.
  case send
  /// To reset a forgotten password.
  case recover
  /// To unlock a locked account.
  case unlock
  /// To create an account.
  case signUp = "sign-up"
  /// To choose another authenticator, or another one of its methods.
  case chooseOther = "choose-other"
  /// To return to the first step.
  case back
  /// To end the sign-in.
  case cancel
  /// To sign in at an identity provider, in a browser.
  case identityProvider = "identity-provider"
  /// Another way, which only its name describes.
  case other
}

extension Capability {
  /// What the capability is for.
  public var way: StepWay {
    switch name {
    case "skip": .skip
    case "resend": .resend
    case "send": .send
    case "recover": .recover
    case "cancel": .cancel
    default: .other
    }
  }
}
