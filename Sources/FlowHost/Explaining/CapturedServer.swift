import FlowHTTP
import IDXEngine
import FlowLock

/// A transport that answers with a captured response.
///
/// The transport keeps the next request, and doesn't answer that.
final class CapturedServer: Transport {
  private let page: JSON
  private let state = Mutex<(isBegun: Bool, next: HTTPRequest?)>((false, nil))

  /// The request that answers the captured response; `nil` if none was sent.
  var next: HTTPRequest? { state.withLock { $0.next } }

  init(_ page: JSON) {
    self.page = page
  }

  /// Returns an issuer at the origin of a page's forms; `nil` if the JSON isn't a page of the
  /// engine.
  ///
  /// A page that ends a sign-in often has no form. No request follows then, so the issuer can be
  /// any.
  static func issuer(of page: JSON) -> HTTPURL? {
    if let address = address(in: page) { return HTTPURL(address.origin + "/oauth2/default") }
    return IDXInspection(page).kind == .page
      ? HTTPURL("https://issuer.invalid/oauth2/default") : nil
  }

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    if request.url.path.hasSuffix("/v1/interact") {
      return HTTPResponse(status: 200, body: .json(["interaction_handle": "captured"]))
    }
    let isPage = state.withLock { state in
      if !state.isBegun {
        state.isBegun = true
        return true
      }
      if state.next == nil { state.next = request }
      return false
    }
    guard isPage else { throw .cancelled }
    return HTTPResponse(status: 200, body: .json(page))
  }

  /// Returns the address of the first form, at any depth; `nil` if there is none.
  private static func address(in json: JSON) -> HTTPURL? {
    var waiting = [json]
    while let next = waiting.popLast() {
      switch next {
      case .object(let object):
        if let url = object["href"]?.string.flatMap({ HTTPURL($0) }) { return url }
        waiting += object.members.reversed().map(\.value)
      case .array(let elements): waiting += elements.reversed()
      default: continue
      }
    }
    return nil
  }
}
