public import SimulatorKit

extension NextAuthOrg: SteppedOrg {}

/// A simulated nextAuth in this process: one state, which an SDK and what surrounds its app ask.
public typealias NextAuthServer = SteppedServer<NextAuthOrg>
