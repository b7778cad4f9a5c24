package import FlowEngine
package import MobileIdPEngine
import FlowLock
package import MobileIdPSimulator
import SimulatorKit

/// The device of a simulated org.
///
/// The engine plays the clients and providers; this class plays the hostile apps.
package final class SimulatedDevice: AppRouter, DeviceSurroundings {
  private let server: MobileIdPServer
  private let device: Mutex<MobileIdPDevice>
  private let lines = Mutex<[String]>([])

  /// Makes the device of a server's org, with the org's installed apps.
  package init(_ server: MobileIdPServer) {
    self.server = server
    device = Mutex(server.org.device)
  }

  package func openable(_ schemes: Set<URLScheme>) async -> Set<URLScheme> {
    device.withLock { device in schemes.filter { device.canOpen("\($0):") } }
  }

  package func open(_ url: MessageURL, from app: String) async -> AppDelivery {
    pass(url, from: app)
  }

  /// Returns `nil`, because all apps are in this process, so no URL comes from outside.
  package func arrival(
    until deadline: ContinuousClock.Instant?
  ) async throws(EngineFailure) -> AppArrival? { nil }

  package func takeLines() async -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }

  package func inject(_ url: MessageURL, from app: String?) async -> AppDelivery {
    pass(url, from: app)
  }

  package func uninstall(_ app: String) async -> Bool {
    device.withLock { device in
      let count = device.apps.count
      device.uninstall(app)
      return device.apps.count < count
    }
  }

  private func pass(_ url: MessageURL, from app: String?) -> AppDelivery {
    switch device.withLock({ $0.open(url.reveal(), from: app) }) {
    case .delivered(let delivery):
      if let thief = MobileIdPThief(delivery.receiver, of: server.org) {
        let tried = thief.receive(delivery.url, asking: server)
        lines.withLock { $0 += tried }
      }
      // With the sender's schemes, the engine can perform the check of section 12.
      let sender = delivery.sender.map { id in
        AppIdentity(schemes: Set([URLScheme(id)].compactMap(\.self)))
      }
      return .delivered(to: delivery.receiver, sender: sender)
    case .web: return .delivered(to: SimulatedDevice.browser, sender: nil)
    case .notOpenable(let reason): return .notOpenable(SimulatedDevice.words(reason))
    }
  }

  /// The name of the device's browser as a sender.
  private static let browser = "browser"

  private static func words(_ reason: MobileIdPDevice.Reason) -> String {
    switch reason {
    case .malformed: "it has no scheme that an app can claim"
    case .tooLong: "it is longer than a device accepts"
    case .noApp: "no app on the device claims its scheme"
    case .noSender: "the app that opens it is not on the device"
    }
  }
}
