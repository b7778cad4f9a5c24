extension MobileIdPOrg: SteppedOrg {}

/// A simulated authorization server for mobile identity providers in this process: one state, which
/// all apps of a device ask.
public typealias MobileIdPServer = SteppedServer<MobileIdPOrg>
