package import FlowHTTP

extension TLSIdentity.Reading {
  /// The identity; `nil` if there is none.
  package var identity: TLSIdentity? {
    if case .identity(let identity) = self { identity } else { nil }
  }
}
