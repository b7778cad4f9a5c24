@testable import FlowHTTP

/// The invariants of all bytes that a server may answer.
///
/// They are the same answer however they are split, its cookies are sent back in a valid field, and
/// the written answer is read as the same.
enum AnswerLaw {
  private static let limits = HTTPLimits(
    headBytes: 1024, bodyBytes: 256, timeout: .seconds(1))

  /// The result of a connection's bytes.
  private struct Reading: Equatable {
    var answer: HTTPResponse?
    var keeps = false
    var failure: TransportFailure?
  }

  /// The law that bytes break; `nil` if they satisfy all.
  static func broken(by bytes: [UInt8]) -> String? {
    for method in [HTTPMethod.get, .head] {
      let whole = read(bytes, to: method, piece: max(bytes.count, 1))
      // One way to split them per input: the fuzzer makes inputs of all lengths.
      let piece = 1 + bytes.count % 9
      guard read(bytes, to: method, piece: piece) == whole else {
        return "split into pieces of \(piece) bytes they are another answer"
      }
      guard let answer = whole.answer else { continue }
      if case .bytes(let body) = answer.body, body.count > limits.bodyBytes {
        return "a body is larger than its limit"
      }
      if let broken = cookies(answer) ?? writing(answer, to: method) { return broken }
    }
    return nil
  }

  private static func read(_ bytes: [UInt8], to method: HTTPMethod, piece: Int) -> Reading {
    var decoder = HTTPResponseDecoder(method: method, limits: limits)
    var reading = Reading()
    var rest = bytes[...]
    do throws(TransportFailure) {
      while !rest.isEmpty {
        try decoder.feed(rest.prefix(piece))
        rest = rest.dropFirst(piece)
      }
      if decoder.response == nil { try decoder.finish() }
    } catch {
      reading.failure = error
    }
    reading.answer = decoder.response
    reading.keeps = decoder.keepsConnection
    return reading
  }

  private static func cookies(_ answer: HTTPResponse) -> String? {
    guard let url = HTTPURL("https://a.b.test/c/d") else { return "an address can't be read" }
    var jar = CookieJar()
    jar.store(from: answer, of: url, now: .seconds(1_700_000_000))
    guard let field = jar.header(for: url, now: .seconds(1_700_000_001)) else { return nil }
    let isSound = field.utf8.allSatisfy(HTTPField.isValueByte)
    return isSound ? nil : "the cookies break out of their field"
  }

  private static func writing(_ answer: HTTPResponse, to method: HTTPMethod) -> String? {
    var response = WireResponse()
    response.write(answer, isToHead: method == .head, connection: .stays)
    let again = read(response.bytes, to: method, piece: response.bytes.count)
    // A response that the writer considers unsafe becomes a 500, and a head may exceed the limit.
    guard let read = again.answer else {
      return again.failure == .headTooLarge(limits) ? nil : "what is written can't be read"
    }
    guard read.status == answer.status || read.status == 500 else {
      return "what is written has another status"
    }
    let hasBody = method != .head && ![204, 304, 500].contains(read.status)
    return !hasBody || read.body == answer.body ? nil : "what is written has another body"
  }
}
