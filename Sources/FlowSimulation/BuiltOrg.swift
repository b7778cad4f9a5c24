import FlowEngine
import MobileIdPSimulator
import NextAuthSimulator
import OktaSimulator

/// An org that was read while its script was checked, for the runs against it.
struct BuiltOrg: Sendable {
  /// What the settings of an org make, by engine.
  enum Model: Sendable {
    case idx(OrgBlueprint)
    case nextAuth(NextAuthOrg)
    case mobileIdP(MobileIdPOrg)
  }

  private let model: Model
  private let settings: [Setting]

  /// Keeps what settings make.
  init(_ model: Model, of settings: [Setting]) {
    self.model = model
    self.settings = settings
  }

  /// What the settings make; `nil` if other values have been looked up since.
  func model(of settings: [Setting]) -> Model? { settings == self.settings ? model : nil }
}
