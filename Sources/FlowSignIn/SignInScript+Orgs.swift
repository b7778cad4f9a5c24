import FlowDiagnostics
import FlowText
public import FlowEngine
import FlowInterpreter
import FlowScript
import FlowSyntax
public import FlowHTTP

extension SignInScript {
  /// Where and as whom an org of the script says to sign in: `org prod at "https://…" { … }`.
  ///
  /// ```swift
  /// let okta = try script.configuration(of: "prod", host: "acme.okta.com")
  /// ```
  ///
  /// - Parameters:
  ///   - name: The org's name.
  ///   - host: The host of the org's address, with the port unless it is the usual one. The app
  ///     names
  ///     it, so that a script can't send what it is given anywhere else. A simulated org has none.
  ///   - values: What `env` finds in the org's settings.
  ///   - secrets: What `secret` finds in the org's settings.
  ///   - transport: What carries requests to the issuer; `nil` for the platform's own.
  ///   - timeout: How long a run may take, the time that the person needs to answer aside.
  /// - Returns: The configuration.
  /// - Throws: `SignInFailure.script` where the script has no such org, or the org has a mistake;
  ///   `SignInFailure.missingValues` where it wants a value or a secret that isn't given;
  ///   `SignInFailure.configuration` where it doesn't say all that is needed, or `host` isn't its
  /// host.
  public func configuration(
    of name: String, host: String? = nil, values: [String: String] = [:],
    secrets: [String: Secret] = [:],
    transport: (any Transport)? = nil,
    timeout: Duration = SignInConfiguration.usualTimeout
  ) throws(SignInFailure) -> SignInConfiguration {
    let masker = Masker()
    for secret in secrets.values { masker.add(secret) }
    guard let org = program.orgs[name] else {
      let nearest = Suggestion.nearest(name, among: program.orgs.keys.sorted())
      let problem = Problem.unknownName(kind: "org", name: name, nearest: nearest)
      throw .script([.one(Diagnostic(problem, at: nil), masker: masker)])
    }
    guard org.node.address != nil else {
      throw .configuration(
        "the script's org `\(name)` is simulated",
        help: "in tests, use `.simulated(org: \"\(name)\")` of FlowSignInTesting")
    }
    let (settings, diagnostics) = EngineCatalog.standard.readIssuer(
      org, sources: sources(GivenValues(values: values, secrets: secrets)))
    let errors = diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else {
      guard errors.allSatisfy({ $0.kind == .missingValues }), var missing = errors.first else {
        throw .script(SignInProblem.all(errors, masker: masker))
      }
      missing.help = "give it to `configuration(of:)` as one of its `values` or `secrets`"
      throw .missingValues(.one(missing, masker: masker))
    }
    let configuration = try SignInConfiguration(
      settings, transport: transport, timeout: timeout,
      help: "write `client-id` and `redirect-uri` in the org, as the app is registered")
    try SignInScript.check(host, of: settings, name)
    return configuration
  }

  /// Refuses an org at another host than the app has named.
  private static func check(
    _ host: String?, of settings: IssuerSettings, _ name: String
  ) throws(SignInFailure) {
    guard let issuer = settings.issuer?.value else { return }
    let allowed = host.flatMap { AllowedHost($0) }
    guard allowed?.allows(issuer) != true else { return }
    let named = host.map { ", and the app names `\(DisplayText.line($0))`" } ?? ""
    throw SignInFailure(
      PlainFailure(
        "the script's org `\(name)` is at `\(issuer.liveHost)`" + named,
        help: "give `configuration(of:)` its host: `host: \"\(issuer.liveHost)\"`"))
  }
}
