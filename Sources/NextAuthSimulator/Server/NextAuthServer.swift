public import SimulatorKit

extension NextAuthOrg: SteppedOrg {}

/// A simulated nextAuth in this process.
///
/// It has one state for the requests of an SDK and of the app's surroundings.
public typealias NextAuthServer = SteppedServer<NextAuthOrg>
