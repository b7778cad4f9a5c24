public import FlowEngine
public import FlowHTTP
public import FlowInterpreter
public import FlowText

// What an app writes and reads beside this module's own types, so that one import is enough. An app
// that puts its own nextAuth SDK or its own apps behind a script imports that engine too.

/// What a one-time code looks like, so that it can be found in a message.
public typealias CodeForm = FlowEngine.CodeForm
/// Something that a condition can ask for by its dotted name.
public typealias Fact = FlowEngine.Fact
/// A field of a form.
public typealias Field = FlowEngine.Field
/// Where the codes arrive that a server sends: a mailbox service, or the simulated org's own.
public typealias Inbox = FlowEngine.Inbox
/// One mail, text message or call.
public typealias InboxItem = FlowEngine.InboxItem
/// The address of a mailbox, in full or masked as a server shows it (`j***e@example.com`).
public typealias MailAddress = FlowEngine.MailAddress
/// What a server says to the person.
public typealias Message = FlowEngine.Message
/// How a transaction or a run ended.
public typealias Outcome = FlowEngine.Outcome
/// What a step asks of a passkey: to be made, or to sign (W3C Web Authentication, Level 2).
public typealias PasskeyChallenge = FlowEngine.PasskeyChallenge
/// Who answers the challenges for passkeys: software that holds their keys.
public typealias PasskeyHolder = FlowEngine.PasskeyHolder
/// Where a browser must go for a step.
public typealias Redirect = FlowEngine.Redirect
/// A text that must not be shown: a password, a code, a token, a state handle.
public typealias Secret = FlowEngine.Secret
/// The tokens of a sign-in (RFC 6749, section 5.1; OpenID Connect Core, section 3.1.3.3).
public typealias Tokens = FlowEngine.Tokens
/// A value that a script computes, a field takes or a response shows.
public typealias Value = FlowEngine.Value

/// Why an inbox can't be looked into, or a passkey can't answer.
public typealias PlainFailure = FlowText.PlainFailure

// Who is asked.
/// Somebody who can be asked: a person at a terminal, or the app that embeds the interpreter.
public typealias Prompter = FlowInterpreter.Prompter
/// What somebody is asked: fields to fill, or options to choose from.
public typealias Question = FlowInterpreter.Question
/// What is answered to a question.
public typealias Reply = FlowInterpreter.Reply

// What carries requests to a server, for an app that brings its own.
/// One name and value of a form, not encoded.
public typealias FormPair = FlowHTTP.FormPair
/// What a message carries.
public typealias HTTPBody = FlowHTTP.HTTPBody
/// Header fields in their order; names compare without regard to case (RFC 9110, section 5.1).
public typealias HTTPHeaders = FlowHTTP.HTTPHeaders
/// How large an answer may be, and how long an exchange may take.
public typealias HTTPLimits = FlowHTTP.HTTPLimits
/// The method of a request (RFC 9110, section 9), as far as sign-in protocols use it.
public typealias HTTPMethod = FlowHTTP.HTTPMethod
/// A request to one server.
public typealias HTTPRequest = FlowHTTP.HTTPRequest
/// A server's answer.
public typealias HTTPResponse = FlowHTTP.HTTPResponse
/// An absolute `http` or `https` URL (RFC 3986), read strictly.
public typealias HTTPURL = FlowHTTP.HTTPURL
/// A JSON value (RFC 8259).
public typealias JSON = FlowHTTP.JSON
/// Why a text is no JSON (RFC 8259), or is refused.
public typealias JSONFailure = FlowHTTP.JSONFailure
/// How large a JSON text may be before it is refused, and whether its objects may repeat a name.
public typealias JSONLimits = FlowHTTP.JSONLimits
/// The members of a JSON object, in the order in which they were written.
public typealias JSONObject = FlowHTTP.JSONObject
/// Carries each request by the lightest way there is: a socket to this machine, else the system's
/// HTTP client.
public typealias NetworkTransport = FlowHTTP.NetworkTransport
/// Carries one request to a server and brings back its answer.
public typealias Transport = FlowHTTP.Transport
/// Why a request got no answer.
public typealias TransportFailure = FlowHTTP.TransportFailure
