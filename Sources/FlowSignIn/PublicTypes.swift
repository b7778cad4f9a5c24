public import FlowEngine
public import FlowHTTP
public import FlowInterpreter
public import FlowScript
public import FlowText

// These are the other modules' types that an app needs, so that one import is enough. Common words
// are names inside of a type, so that they don't collide with the types of other modules. If an app
// connects its own nextAuth SDK or its own apps to a script, it also imports that engine.

/// An inbox for a server's codes: a mailbox service, or the simulated org's own inbox.
public typealias Inbox = FlowEngine.Inbox
/// One email, text message or call.
public typealias InboxItem = FlowEngine.InboxItem
/// A real mailbox, which receives the codes that a real issuer sends.
public typealias Mailbox = FlowScript.Mailbox
/// A step's challenge to create a passkey or to sign with one (W3C Web Authentication, Level 2).
public typealias PasskeyChallenge = FlowEngine.PasskeyChallenge
/// A holder of passkeys, such as the platform, which answers the challenges.
public typealias PasskeyHolder = FlowEngine.PasskeyHolder
/// The reason why an inbox can't be read, or a passkey can't answer.
public typealias PlainFailure = FlowText.PlainFailure
/// Asks the user questions: at a terminal, or in the app that embeds the interpreter.
public typealias Prompter = FlowInterpreter.Prompter
/// A question: fields to fill, or options to choose from.
public typealias Question = FlowInterpreter.Question
/// An answer to a question.
public typealias Reply = FlowInterpreter.Reply
/// A text that must not be shown, such as a password, a code, a token or a state handle.
public typealias Secret = FlowEngine.Secret
/// Sends one request to a server and returns its response.
public typealias SignInTransport = FlowHTTP.Transport
/// The tokens of a sign-in (RFC 6749, section 5.1; OpenID Connect Core, section 3.1.3.3).
public typealias Tokens = FlowEngine.Tokens

extension Question {
  /// The form of a one-time code: its length and characters.
  public typealias CodeForm = FlowEngine.CodeForm
  /// The type of a field's value.
  public typealias FieldKind = FlowEngine.Field.Kind
  /// The name of an authenticator or a method, which is the same in every language: `.email`.
  public typealias Name = FlowEngine.SubjectName
  /// What a field is for, such as a password.
  public typealias Purpose = FlowEngine.FieldPurpose
  /// A way to continue other than to answer a step, such as to skip it.
  public typealias Way = FlowEngine.StepWay
}

extension InboxItem {
  /// The address of a mailbox, in full or masked as a server shows it (`j***e@example.com`).
  public typealias Address = FlowEngine.MailAddress
}

extension SignIn {
  /// A redirect of a step to a browser.
  public typealias Redirect = FlowEngine.Redirect
}

extension SignInResult {
  /// A value that conditions can test by its dotted name.
  public typealias Fact = FlowEngine.Fact
  /// A server's message to the user.
  public typealias Message = FlowEngine.Message
  /// The outcome of a transaction or a run.
  public typealias Outcome = FlowEngine.Outcome
  /// A value from a script, a field or a response.
  public typealias Value = FlowEngine.Value
}

/// The requests and responses of sign-ins, for an app that has its own transport.
public enum SignInHTTP {
  /// The body of a message.
  public typealias Body = FlowHTTP.HTTPBody
  /// The reason why a request got no response.
  public typealias Failure = FlowHTTP.TransportFailure
  /// A name and value of a form, not encoded.
  public typealias FormPair = FlowHTTP.FormPair
  /// Header fields in order.
  ///
  /// Names are compared case-insensitively (RFC 9110, section 5.1).
  public typealias Headers = FlowHTTP.HTTPHeaders
  /// A JSON value (RFC 8259).
  public typealias JSON = FlowHTTP.JSON
  /// The reason why a text isn't JSON (RFC 8259), or is refused.
  public typealias JSONFailure = FlowHTTP.JSONFailure
  /// The limits of a JSON text's size and depth, and whether its objects may repeat a name.
  public typealias JSONLimits = FlowHTTP.JSONLimits
  /// The members of a JSON object, in the order of the text.
  public typealias JSONObject = FlowHTTP.JSONObject
  /// The limits of a response's size and of an exchange's duration.
  public typealias Limits = FlowHTTP.HTTPLimits
  /// The request methods that sign-in protocols use (RFC 9110, section 9).
  public typealias Method = FlowHTTP.HTTPMethod
  /// Sends requests to this machine over a socket, and others with the system's HTTP client.
  public typealias Network = FlowHTTP.NetworkTransport
  /// A request to one server.
  public typealias Request = FlowHTTP.HTTPRequest
  /// A server's response.
  public typealias Response = FlowHTTP.HTTPResponse
  /// An absolute `http` or `https` URL (RFC 3986), parsed strictly.
  public typealias URL = FlowHTTP.HTTPURL
}
