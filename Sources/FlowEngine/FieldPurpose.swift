/// What a field is for, so that an app can choose a keyboard and offer a saved value.
public enum FieldPurpose: String, Sendable, Hashable {
  /// The name of an account, often an email address.
  case username
  /// A password.
  case password
  /// A one-time code: from a message, or from an app.
  case oneTimeCode = "one-time-code"
  /// A PIN.
  case pin
  /// The answer to a security question.
  case answer
  /// An email address.
  case emailAddress = "email-address"
  /// A phone number.
  case phoneNumber = "phone-number"
  /// A part of a passkey's answer, which a holder of passkeys computes.
  case passkey
}
