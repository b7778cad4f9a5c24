import FlowWire
import Synchronization

/// A captured response as a server: it begins with that page, and what it is sent next is kept and
/// never answered.
final class CapturedServer: Transport {
  /// The issuer at the origin of the page's forms.
  let issuer: HTTPURL
  private let page: JSON
  private let state = Mutex<(isBegun: Bool, next: HTTPRequest?)>((false, nil))

  /// What was sent to the page; `nil` where nothing was.
  var next: HTTPRequest? { state.withLock { $0.next } }

  /// Takes a response; `nil` where it has no form with an address.
  init?(_ page: JSON) {
    guard let address = CapturedServer.address(in: page), let url = HTTPURL(address),
      let issuer = HTTPURL(url.origin + "/oauth2/default")
    else { return nil }
    self.issuer = issuer
    self.page = page
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

  /// The first address of a form, however deep it stands.
  private static func address(in json: JSON) -> String? {
    var waiting = [json]
    while let next = waiting.popLast() {
      switch next {
      case .object(let object):
        if let text = object["href"]?.string, HTTPURL(text) != nil { return text }
        waiting += object.members.reversed().map(\.value)
      case .array(let elements): waiting += elements.reversed()
      default: continue
      }
    }
    return nil
  }
}
