import FlowText
import FlowEngine
import FlowHTTP

/// Sends a device's requests to a server, and reads the answers.
struct SDKServer: Sendable {
  let transport: any Transport
  let base: HTTPURL

  /// The time limit for one answer.
  static let timeout: Duration = .seconds(30)

  /// Sends a request, and reads the answer.
  ///
  /// - Parameters:
  ///   - path: The path, with its leading slash.
  ///   - body: The body.
  ///   - read: Reads the answer's JSON object.
  /// - Returns: The result of `read`, or the reason why there is no usable answer.
  func ask<Answer>(
    _ path: String, _ body: JSONObject, _ read: (WireObject) throws(PlainFailure) -> Answer
  ) async -> SDKReply<Answer> {
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
      case .cancelled: return .cancelled
      case .timedOut: return .timedOut
      case .malformed: return .unreadable("it isn't HTTP")
      case .unreachable, .dropped, .insecure, .unavailable: return .unreachable
      }
    }
    let (code, message): (Int?, String)
    do throws(PlainFailure) {
      let object = try WireObject(SDKServer.json(response.body), "the answer")
      if response.status == 200 { return .answer(try read(object)) }
      guard (400..<500).contains(response.status) else {
        throw PlainFailure("its status is \(response.status)")
      }
      let word = try object.text("error")
      message = try object.optionalText("message") ?? word
      code = try object.count("code")
    } catch {
      return .unreadable(error.message)
    }
    return .refused(code: code, message: message)
  }

  private static func json(_ body: HTTPBody) throws(PlainFailure) -> JSON {
    switch body {
    case .json(let json): return json
    case .bytes(let bytes):
      do throws(JSONFailure) {
        return try JSON(parsing: bytes, limits: WireLimits.body)
      } catch {
        throw PlainFailure("it can't be read as JSON: \(error)")
      }
    case .none, .form: throw PlainFailure("it doesn't contain JSON")
    }
  }
}
