import FlowHTTP
import IDXEngine
import Synchronization

/// A server that answers with a captured response.
///
/// It stores the next request and doesn't answer it.
final class CapturedServer: Transport {
  private let page: JSON
  private let state = Mutex<(isBegun: Bool, next: HTTPRequest?)>((false, nil))

  /// The request that was sent to the page; `nil` if none was.
  var next: HTTPRequest? { state.withLock { $0.next } }

  init(_ page: JSON) {
    self.page = page
  }

  /// Returns the issuer at the origin of a page's forms; `nil` if it isn't a page of the engine.
  ///
  /// A page that ends a sign-in often has no form. Nothing is sent then, so any issuer will do.
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

  /// Returns the first address of a form, at any depth.
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
