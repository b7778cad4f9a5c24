public import SimulatorKit

extension NextAuthOrg: SteppedOrg {}

/// A simulated nextAuth in this process: one state, for the requests of an SDK and of its app's
/// surroundings.
public typealias NextAuthServer = SteppedServer<NextAuthOrg>
