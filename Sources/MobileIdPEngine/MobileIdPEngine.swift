public import FlowEngine
public import FlowHTTP

/// Sign-ins by an identity provider's app on the same device (mobile-idp.md).
///
/// It plays the apps of a world, asks real or simulated servers, and opens URLs through a device;
/// where a role has no app in the world it is played elsewhere, and reached through the router.
public struct MobileIdPEngine: Engine {
  private let world: MobileIdPWorld
  private let transport: any Transport
  private let router: any AppRouter
  private let surroundings: (any DeviceSurroundings)?
  private let randomBytes: @Sendable (Int) -> [UInt8]
  private let observer: (@Sendable (String) -> Void)?

  /// Makes an engine.
  ///
  /// - Parameters:
  ///   - world: The apps as they are when a run begins.
  ///   - transport: Carries requests to authorization servers.
  ///   - router: The device that opens URLs.
  ///   - surroundings: What only a simulated device has; `nil` for a real one.
  ///   - randomBytes: Gives so many bytes of a cryptographic generator.
  ///   - observer: Is told each message and call as it happens, as a line without secrets.
  public init(
    world: MobileIdPWorld, transport: any Transport, router: any AppRouter,
    surroundings: (any DeviceSurroundings)? = nil,
    randomBytes: @escaping @Sendable (Int) -> [UInt8],
    observer: (@Sendable (String) -> Void)? = nil
  ) {
    self.world = world
    self.transport = transport
    self.router = router
    self.surroundings = surroundings
    self.randomBytes = randomBytes
    self.observer = observer
  }

  /// Begins a run with the apps as the world has them.
  ///
  /// - Parameter learn: Is given what servers are sent and make that is secret.
  /// - Returns: The session.
  public func makeSession(learn: @escaping @Sendable (Secret) -> Void) -> any Session {
    MobileIdPSession(
      AppStage(
        world: world, transport: transport, router: router, isSimulated: surroundings != nil,
        randomBytes: randomBytes, log: RunLog(observer), learn: learn),
      surroundings: surroundings)
  }
}
