/// An environment variable of `flow` itself that is a credential, or can contain a credential.
///
/// No script may read it in a run against a real issuer, regardless of other permissions.
package enum OwnCredential: String, Sendable, CaseIterable {
  case apiToken = "FLOW_API_TOKEN"
  case clientSecret = "FLOW_CLIENT_SECRET"
  case inbox = "FLOW_INBOX"

  /// A description of how `flow` itself uses the credential.
  package var use: String {
    switch self {
    case .apiToken:
      "`flow test --compare` sends FLOW_API_TOKEN to an issuer that is named outside of the script: "
        + "`--issuer`, `--config` or FLOW_ISSUER"
    case .clientSecret:
      "FLOW_CLIENT_SECRET is sent to the issuer that FLOW_ISSUER or the file of `--config` names"
    case .inbox: "flow reads the inbox of FLOW_INBOX itself: `answer code = inbox email`"
    }
  }
}
