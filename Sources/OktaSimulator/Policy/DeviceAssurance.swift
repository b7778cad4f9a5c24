/// A device assurance policy: `assurance "Managed Macs" { platform macos; os-version "14.1" }`.
struct DeviceAssurance: Sendable, Hashable {
  let name: String
  /// The platform of the devices; a device of another platform never meets the policy.
  var platform: SignInContext.Platform = []
  /// The checks that a device must fulfill, as a bit set of the org's facts.
  var checks: UInt64 = 0
  /// The facts of which one is enough in place of the checks, because a grace period lasts.
  var graces: UInt64 = 0

  /// Whether the device of a sign-in meets the policy.
  func isMet(in context: SignInContext) -> Bool {
    !platform.isDisjoint(with: context.platform)
      && (checks & ~context.unknowns.holding == 0 || graces & context.unknowns.holding != 0)
  }

  /// Adds the facts that are evaluated to determine whether a device meets the policy.
  func readFacts(in context: SignInContext, into facts: inout [Int]) {
    guard !platform.isDisjoint(with: context.platform) else { return }
    for fact in checks.bits {
      facts.append(fact)
      guard context.unknowns.holding & 1 << UInt64(fact) == 0 else { continue }
      // Only a device that fails a check needs a grace period.
      facts += graces.bits
      return
    }
  }
}

extension UInt64 {
  /// The positions of the bits that are set, in ascending order.
  var bits: [Int] {
    var bits: [Int] = []
    var rest = self
    while rest != 0 {
      bits.append(rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
    return bits
  }
}
