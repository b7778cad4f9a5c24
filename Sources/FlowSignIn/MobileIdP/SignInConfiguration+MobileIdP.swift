public import FlowHTTP
public import MobileIdPEngine

extension SignInConfiguration {
  /// Makes a configuration for an app that is the client of a mobile identity provider, or that is
  /// the provider, which flows with `engine mobile-idp` play.
  ///
  /// ```swift
  /// let configuration = SignInConfiguration(
  ///   mobileIdP: MobileIdPWorld(clients: [client], providers: []), links: links,
  ///   webLogin: { page in try await browser.show(page) })
  /// ```
  ///
  /// The app is the one of the world; where the other role has no app in it, that one is reached
  /// through the links. A real server's login and approval are pages of the app's browser, and no
  /// steps of the script; the time that a person needs there counts.
  ///
  /// - Parameters:
  ///   - world: The app with its configuration, and the users and tokens that it has kept.
  ///   - links: How it opens other apps, and is opened by them: an `AppLinks`.
  ///   - transport: What carries requests to the authorization server; `nil` for the network.
  ///   - webLogin: Shows a page of the server in the app's browser; `nil` where the server's pages
  ///     are JSON, as the simulated one's are.
  ///   - timeout: How long a run may take, the time that the person needs to answer aside.
  public init(
    mobileIdP world: MobileIdPWorld, links: any AppRouter, transport: (any Transport)? = nil,
    webLogin: WebLogin? = nil, timeout: Duration = usualTimeout
  ) {
    self.init(
      target: MobileApps(
        world: world, router: links, transport: transport ?? NetworkTransport(),
        webLogin: webLogin), timeout: timeout)
  }
}
