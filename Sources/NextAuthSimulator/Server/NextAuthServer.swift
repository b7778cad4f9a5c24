public import SimulatorKit

extension NextAuthOrg: SteppedOrg {}

/// A simulated nextAuth in this process.
///
/// The SDK and the app's surroundings send their requests to the same server.
public typealias NextAuthServer = SteppedServer<NextAuthOrg>
