import FlowEngine

/// An earlier sign-in of a user to another app of the org, in which the user enrolled something.
///
/// It is a class, because starts with visits are copied often.
package final class PriorVisit: Sendable {
  /// The name of the app.
  package let app: String
  /// The start of the visit, in the org as the users of that app see it.
  package let start: WalkStart
  /// The zones that the enrollment rule of the app requires; empty if it requires none.
  package let zones: [String]
  /// The assumptions about unknown facts that the visit relies on.
  package let assumptions: [Assumption]
  /// What the user enrolled and needed.
  private let gain: WalkGain
  /// The org as the users of the app see it.
  private let org: Org
  private let now: Duration
  /// What policies can distinguish in the account after the visit.
  private let traits: PersonTraits

  /// Makes a visit.
  ///
  /// Returns `nil` if the user can't make it.
  ///
  /// - Parameters:
  ///   - gain: What the user enrolls.
  ///   - org: The org as the users of the app see it.
  ///   - start: The start of the exploration with the gain.
  ///   - now: The time since the start of 1970, UTC.
  package init?(_ gain: WalkGain, in org: Org, from start: WalkStart, now: Duration) {
    let account = PriorVisit.account(Walk(org, start, now: now), gain.way)
    guard let account else { return nil }
    self.now = now
    self.app = org.appName ?? ""
    self.start = start
    self.gain = gain
    self.org = org
    assumptions = start.assumptions(in: org)
    zones =
      (start.visit?.zones ?? []) + (org.enrollmentTerms(start)?.zones ?? [])
      + org.accountZones(start, enrolling: gain.enrolled)
    traits = PersonTraits(account, [], org.policy)
  }

  private init(_ other: PriorVisit, _ start: WalkStart) {
    self.start = start
    (app, zones, assumptions) = (other.app, other.zones, other.assumptions)
    (gain, org, now, traits) = (other.gain, other.org, other.now, other.traits)
  }

  private static func account(_ walk: Walk, _ way: [WalkAct]) -> Account? {
    guard var position = walk.first else { return nil }
    for act in way { position = walk.take(act, at: position) }
    return position.account
  }

  /// The account after the visit; `nil` if the user can't make it.
  ///
  /// It is computed each time, because few visits are explored: most have the same result.
  var account: Account? { PriorVisit.account(Walk(org, start, now: now), gain.way) }

  /// The acts of the visit.
  package var steps: [WalkStep] { Walk(org, start, now: now).steps(of: gain.way) }

  /// What the user needed for the visit.
  var proof: WalkProof { gain.proof }

  /// The authenticators that the user has enrolled after the visit.
  package var enrolled: [Authenticator] { gain.enrolled }

  /// Returns the same visit by another user of the same class.
  ///
  /// - Parameter index: The index of the user in the org's `people`.
  /// - Returns: The visit.
  package func made(by index: Int) -> PriorVisit {
    var start = start.start(of: index)
    start.visit = start.visit?.made(by: index)
    return PriorVisit(self, start)
  }

  /// What the user has enrolled and needed, and the org's facts in the visit.
  package struct Content: Sendable, Hashable {
    private let gain: WalkGain.Content
    private let facts: [Assumption]

    fileprivate init(_ gain: WalkGain, _ facts: [Assumption]) {
      self.gain = gain.content
      self.facts = facts
    }
  }

  package var content: Content { Content(gain, start.facts(in: org)) }

  /// The visits in the order in which the user makes them.
  package var chain: [PriorVisit] { (start.visit?.chain ?? []) + [self] }

  /// What a later sign-in depends on: not the app, but what the user has enrolled and needed.
  struct Outcome: Sendable, Hashable {
    fileprivate let account: PersonTraits
    fileprivate let proof: WalkProof
  }

  var outcome: Outcome { Outcome(account: traits, proof: proof) }
}

extension PriorVisit: Hashable {
  package static func == (one: PriorVisit, other: PriorVisit) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
