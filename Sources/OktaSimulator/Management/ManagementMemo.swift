import SimulatorKit
import FlowLock

/// Keeps the latest answers of the management API, until the users of the org change.
///
/// A pull asks for thousands of lists and pages, and each of them is a part of the same answers.
final class ManagementMemo: Sendable {
  /// The part of a state that the answers depend on.
  private struct Key: Equatable {
    var people: [Account]
    var registered: [Account]
    var began: Duration?
  }

  private struct Kept {
    var org: Org
    var key: Key
    var now: Duration
    var export: ManagementExport
  }

  private let kept = Mutex<Kept?>(nil)

  /// The time for which answers are kept before the first sign-in.
  ///
  /// The ages in the settings are relative to the first sign-in. Until then, the dates move.
  private static let life: Duration = .seconds(60)

  /// Returns the answers for an org in a state.
  func export(_ org: Org, _ state: OrgState, now: Duration) -> ManagementExport {
    let key = Key(
      people: state.people,
      registered: state.registered.numbers.compactMap { state.registered[$0] },
      began: state.began)
    return kept.withLock { kept in
      if let known = kept, known.org.isIdentical(to: org), known.key == key,
        state.began != nil || known.now <= now && now - known.now < ManagementMemo.life
      {
        return known.export
      }
      let export = ManagementExport(org, state: state, now: now)
      kept = Kept(org: org, key: key, now: now, export: export)
      return export
    }
  }
}
