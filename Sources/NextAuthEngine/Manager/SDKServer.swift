import FlowEngine
import FlowHTTP

/// The requests that a device makes of a server, and how its answers are read.
struct SDKServer: Sendable {
  let transport: any Transport
  let base: HTTPURL

  /// Why there is no answer that can be used.
  enum Failure: Error {
    case cancelled
    case timedOut
    case unreachable
    /// The server says no (4xx), by a code where it gives one.
    case refused(code: Int?, message: String)
    case unreadable(String)

    /// The error of a session whose server has failed so.
    ///
    /// - Parameters:
    ///   - unreachable: The code where nothing came.
    ///   - unreadable: The code where what came can't be read.
    ///   - timedOut: The code where nothing came in time.
    /// - Returns: The error; `nil` where the task was cancelled, which is none of the session's.
    func error(unreachable: Int, unreadable: Int, timedOut: Int) -> SessionError? {
      switch self {
      case .cancelled: nil
      case .timedOut: .coded(timedOut)
      case .unreachable: .coded(unreachable)
      case .refused(let code, _): .coded(code ?? unreadable)
      case .unreadable: .coded(unreadable)
      }
    }

    /// What a call fails with.
    func callFailure(_ kind: CallFailure.Kind = .unreachable) -> CallFailure {
      switch self {
      case .cancelled: CallFailure(.unreachable, "the task was cancelled")
      case .timedOut: CallFailure(.unreachable, "the server did not answer in time")
      case .unreachable: CallFailure(.unreachable, "the server can't be reached")
      case .refused(_, let message): CallFailure(kind, message)
      case .unreadable(let fault): CallFailure(.unreachable, "the server's answer: \(fault)")
      }
    }
  }

  /// How long a server may take for one answer.
  static let timeout: Duration = .seconds(30)

  /// Asks, and reads the answer.
  ///
  /// - Parameters:
  ///   - path: The path, from its first slash.
  ///   - body: What is sent.
  ///   - read: Reads the answer.
  /// - Returns: What it reads.
  /// - Throws: `Failure`.
  func ask<Answer>(
    _ path: String, _ body: JSONObject, _ read: (WireObject) throws(WireFault) -> Answer
  ) async throws(Failure) -> Answer {
    var url = base
    url.path = path
    let request = HTTPRequest(
      .post, url, headers: ["Content-Type": "application/json", "Accept": "application/json"],
      body: .json(.object(body)), timeout: SDKServer.timeout)
    let response: HTTPResponse
    do throws(TransportFailure) {
      response = try await transport.send(request)
    } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .timedOut: throw .timedOut
      case .malformed: throw .unreadable("it is no HTTP")
      case .unreachable, .dropped, .insecure, .unavailable: throw .unreachable
      }
    }
    let (code, message): (Int?, String)
    do throws(WireFault) {
      let object = try WireObject(SDKServer.json(response.body), "the answer")
      if response.status == 200 { return try read(object) }
      guard (400..<500).contains(response.status) else {
        throw WireFault(message: "its status is \(response.status)")
      }
      let word = try object.text("error")
      message = try object.optionalText("message") ?? word
      code = try object.count("code")
    } catch {
      throw .unreadable(error.message)
    }
    throw .refused(code: code, message: message)
  }

  private static func json(_ body: HTTPBody) throws(WireFault) -> JSON {
    switch body {
    case .json(let json): return json
    case .bytes(let bytes):
      do throws(JSONFailure) {
        return try JSON(parsing: bytes, limits: WireLimits.body)
      } catch {
        throw WireFault(message: "it can't be read as JSON: \(error)")
      }
    case .none, .form: throw WireFault(message: "it has no JSON")
    }
  }
}
