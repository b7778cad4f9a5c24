import CommandSupport
import FlowHTTP
import Testing

/// A fault of a server, and its effect at each kind of request.
struct Fault: Sendable, CustomTestStringConvertible {
  typealias Answer = ScriptedTransport.Answer

  var testDescription: String
  /// The response; `nil` if the request's response can't have the fault.
  var answer: @Sendable (Moment) -> Answer?
  /// The one problem that it causes; `nil` if the sign-in still succeeds.
  var problem: @Sendable (Moment) -> String?
  /// The number of times that a request is sent if it isn't a submission, which is sent once.
  var requests: @Sendable (Moment) -> Int

  init(
    _ name: String, _ answer: @escaping @Sendable (Moment) -> Answer?,
    requests: @escaping @Sendable (Moment) -> Int = { _ in 1 },
    _ problem: @escaping @Sendable (Moment) -> String?
  ) {
    testDescription = name
    self.answer = answer
    self.problem = problem
    self.requests = requests
  }

  /// The number of times that a request that can't count as an attempt is sent, if every response
  /// is faulty.
  private static let repeated = 4

  static let all: [Fault] = documents + statuses + networks

  // MARK: Documents

  private static let documents = [
    Fault("truncated", { .text(truncated($0.reply)) }) { _ in "response-malformed" },
    Fault("not JSON", { _ in .text("<html>Sign in</html>") }) { _ in "response-malformed" },
    Fault("null where an object was", { _ in .page(.null) }) { _ in "response-malformed" },
    Fault("null steps", { page($0, changing: "remediation", to: .null) }) { moment in
      moment == .poll ? nil : "response-malformed"
    },
    Fault(
      "a dangling reference",
      { moment in
        moment == .poll ? nil : form(moment) { $0["relatesTo"] = ["$.authenticators.value[7]"] }
      }
    ) { _ in nil },
    Fault(
      "an option without a value",
      { moment in
        form(moment) { form in
          let extra: JSON = ["name": "extra", "options": [["label": "Nothing"]]]
          form["value"] = .array((form["value"]?.array ?? []) + [extra])
        }
      }
    ) { _ in nil },
    Fault(
      "an address on another host",
      { moment in form(moment) { $0["href"] = "https://evil.example/idp/idx/identify" } }
    ) { _ in "server-refused" },
  ]

  private static func truncated(_ json: JSON) -> String {
    let bytes = json.bytes()
    return String(decoding: bytes.prefix(bytes.count * 2 / 3), as: UTF8.self)
  }

  /// The correct page with one member changed.
  private static func page(
    _ moment: Moment, changing name: String, to value: JSON
  ) -> Answer? {
    guard moment.bringsPage, case .object(var object) = moment.reply else { return nil }
    object[name] = value
    return .page(.object(object))
  }

  /// The correct page with its form changed.
  private static func form(
    _ moment: Moment, _ change: @Sendable (inout JSONObject) -> Void
  ) -> Answer? {
    guard moment.bringsPage, case .object(var object) = moment.reply else { return nil }
    let success = "successWithInteractionCode"
    if case .object(var form) = object[success] {
      change(&form)
      object[success] = .object(form)
    } else if case .object(var form) = object["remediation"]?["value"]?.array?.first {
      change(&form)
      object["remediation"] = ["type": "array", "value": [.object(form)]]
    }
    return .page(.object(object))
  }

  // MARK: Statuses

  private static let apiError: JSON = [
    "errorCode": "E0000001", "errorSummary": "Api validation failed",
  ]

  private static let statuses = [
    Fault("400", { _ in .page(apiError, status: 400) }) { _ in "server-refused" },
    Fault("401 with a page", { refusal(at: $0) }) { moment in
      switch moment {
      case .interact: "response-malformed"
      case .token: "server-refused"
      case .introspect: "transaction-expired"
      default: "server-message"
      }
    },
    Fault("403 of a proxy", { _ in .text("<html>No</html>", status: 403) }) { _ in
      "server-refused"
    },
    Fault(
      "429", { _ in .text("", status: 429) }, requests: { $0 == .poll ? 2 : 1 }
    ) { _ in "server-limit" },
    Fault(
      "429 with Retry-After",
      { _ in .text("", status: 429, headers: ["Retry-After": "20"]) },
      requests: { $0 == .poll ? 6 : repeated }
    ) { _ in "server-limit" },
    Fault("500", { _ in .text("<html>Oops</html>", status: 500) }) { _ in "server-error" },
    Fault("a redirect", { _ in .text("", status: 302, headers: ["Location": "/"]) }) { _ in
      "server-refused"
    },
  ]

  /// A 401 whose document is a page: the step again with an error, or an end if there was no step.
  private static func refusal(at moment: Moment) -> Answer? {
    let error = Pages.messages("The session has expired.", key: "idx.session.expired")
    switch moment {
    case .interact, .introspect: return .page(["version": "1.0.0", "messages": error], status: 401)
    case .token:
      let oauth: JSON = ["error": "invalid_client", "error_description": "No such client."]
      return .page(oauth, status: 401)
    default:
      guard let before = Moment(rawValue: moment.rawValue - 1),
        case .object(var object) = before.reply
      else { return nil }
      object["messages"] = Pages.messages("Not that.")
      return .page(.object(object), status: 401)
    }
  }

  // MARK: Networks

  private static let networks = [
    Fault(
      "a dropped connection", { _ in .failure(.dropped("reset")) },
      requests: { moment in
        switch moment {
        case .interact, .introspect: repeated
        case .poll: 6
        default: 1
        }
      }
    ) { _ in "server-unreachable" },
    Fault(
      "no answer at all", { _ in .nothing }, requests: { $0 == .poll ? 6 : 1 }
    ) { _ in "server-unreachable" },
    Fault(
      "unreachable", { _ in .failure(.unreachable("refused")) },
      requests: { $0 == .poll ? 6 : 1 }
    ) { _ in "server-unreachable" },
  ]
}
