import FlowCrypto

/// The Content-Security-Policy of a self-contained page.
package enum PagePolicy {
  /// Returns a policy that permits only the page's own style and script.
  ///
  /// - Parameters:
  ///   - style: The text of the element `style`.
  ///   - script: The text of the element `script`.
  /// - Returns: The policy, for a `meta` element.
  package static func text(style: String, script: String) -> String {
    func hash(_ text: String) -> String {
      "'sha256-\(Base64.encode(SHA256.hash(Array(text.utf8))))'"
    }
    return "default-src 'none'; style-src \(hash(style)); script-src \(hash(script)); "
      + "base-uri 'none'; form-action 'none'"
  }
}
