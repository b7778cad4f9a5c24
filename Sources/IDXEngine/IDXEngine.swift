public import FlowEngine
public import FlowHTTP

/// Okta's Identity Engine ("IDX"), as an app without a browser uses it: the interaction code grant.
public struct IDXEngine: Engine {
  /// Where and as whom an app signs in.
  public let configuration: IDXConfiguration
  let transport: any Transport
  let clock: any RunClock
  let directory: IssuerDirectory
  private let randomBytes: @Sendable (Int) -> [UInt8]

  /// Makes an engine.
  ///
  /// - Parameters:
  ///   - configuration: where and as whom an app signs in.
  ///   - transport: what carries the requests.
  ///   - clock: the time, for the life of cookies and for how long a server asks to wait.
  ///   - randomBytes: as many bytes as asked for, of a cryptographic generator.
  public init(
    configuration: IDXConfiguration, transport: any Transport, clock: any RunClock,
    randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.configuration = configuration
    self.transport = transport
    self.clock = clock
    self.randomBytes = randomBytes
    directory = IssuerDirectory(configuration: configuration, transport: transport, clock: clock)
  }

  /// Begins a session that has sent nothing yet.
  ///
  /// - Parameter learn: Is given each secret of the transaction as soon as it exists.
  /// - Returns: The session.
  public func makeSession(learn: @escaping @Sendable (Secret) -> Void) -> any Session {
    IDXSession(
      connection: IDXConnection(
        configuration: configuration, transport: transport, clock: clock),
      directory: directory, randomBytes: randomBytes, learn: learn)
  }
}
