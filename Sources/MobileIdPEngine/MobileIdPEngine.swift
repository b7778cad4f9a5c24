public import FlowEngine
public import FlowHTTP

/// Sign-ins by an identity provider's app on the same device (mobile-idp.md).
///
/// The engine plays the apps of a world, calls real or simulated servers, and opens URLs through a
/// device. A role without an app in the world is played elsewhere, and reached through the router.
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
  ///   - world: The apps in their state at the beginning of a run.
  ///   - transport: Carries requests to authorization servers.
  ///   - router: The device that opens URLs.
  ///   - surroundings: The surroundings of a simulated device; `nil` for a real one.
  ///   - randomBytes: Returns bytes of a cryptographic generator.
  ///   - observer: Receives each message and call as it happens, as a line without secrets.
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

  /// Begins a run with the apps of the world.
  ///
  /// - Parameter learn: Receives the secrets that are sent to servers or made by them.
  /// - Returns: The session.
  public func makeSession(learn: @escaping @Sendable (Secret) -> Void) -> any Session {
    MobileIdPSession(
      AppStage(
        world: world, transport: transport, router: router, isSimulated: surroundings != nil,
        randomBytes: randomBytes, log: RunLog(observer), learn: learn),
      surroundings: surroundings)
  }
}
