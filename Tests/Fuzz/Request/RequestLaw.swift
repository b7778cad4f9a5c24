@testable import FlowHTTP

/// The invariants of all bytes that a client may send.
///
/// They are the same requests however they are split, and a written request is read as the same.
enum RequestLaw {
  private static let limits = HTTPServerLimits(
    headBytes: 1024, fields: 16, bodyBytes: 256, connections: 4, requestTime: .seconds(1),
    idleTime: .seconds(1))

  /// The result of a connection's bytes.
  private struct Reading: Equatable {
    var requests: [HTTPRequest] = []
    var keep: [Bool] = []
    var fault: HTTPRefusal?
  }

  /// The law that bytes break; `nil` if they satisfy all.
  static func broken(by bytes: [UInt8]) -> String? {
    let whole = read(bytes, piece: max(bytes.count, 1))
    // One way to split them per input: the fuzzer makes inputs of all lengths.
    let piece = 1 + bytes.count % 9
    guard read(bytes, piece: piece) == whole else {
      return "split into pieces of \(piece) bytes they are other requests"
    }
    for request in whole.requests {
      if case .bytes(let body) = request.body, body.count > limits.bodyBytes {
        return "a body is larger than its limit"
      }
      if let broken = writing(request) { return broken }
    }
    return nil
  }

  private static func read(_ bytes: [UInt8], piece: Int) -> Reading {
    var decoder = HTTPRequestDecoder(host: "127.0.0.1:80", limits: limits)
    var reading = Reading()
    var rest = bytes[...]
    do throws(HTTPRefusal) {
      while !rest.isEmpty {
        decoder.feed(rest.prefix(piece))
        rest = rest.dropFirst(piece)
        while let message = try decoder.next() {
          reading.requests.append(message.request)
          reading.keep.append(message.keepsConnection)
        }
      }
    } catch {
      reading.fault = error
    }
    return reading
  }

  /// A parsed request is sent and read again as the same, except for the wire's additions.
  private static func writing(_ request: HTTPRequest) -> String? {
    guard HTTPURL(request.url.description) == request.url else {
      return "a request's address is invalid"
    }
    let framing = ["content-length", "transfer-encoding", "host", "connection", "expect"]
    var bare = request
    bare.headers.fields.removeAll { field in framing.contains { HTTPHeaders.same($0, field.name) } }
    guard let wire = try? WireRequest(bare) else { return "a request that was read can't be sent" }
    var decoder = HTTPRequestDecoder(host: "127.0.0.1:80", limits: .standard)
    decoder.feed(wire.bytes()[...])
    guard let again = try? decoder.next()?.request else { return "what is sent can't be read" }
    guard again.method == bare.method, again.url == bare.url, again.body == bare.body else {
      return "what is sent is read as another request"
    }
    let fields = again.headers.fields.filter { field in
      !framing.contains { HTTPHeaders.same($0, field.name) }
    }
    return fields == bare.headers.fields ? nil : "what is sent has other fields"
  }
}
