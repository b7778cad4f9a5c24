import SimulatorKit

/// A part of the server's logic: one subject, which works on the turn.
///
/// The parts don't have state of their own, so that each can call the others.
protocol NextAuthPart {
  /// The request being answered.
  var turn: NextAuthTurn { get }
}

extension NextAuthPart {
  var org: NextAuthOrg { turn.org }
  var now: Duration { turn.now }

  var state: NextAuthState {
    _read { yield turn.state }
    nonmutating _modify { yield &turn.state }
  }

  var draw: Draw {
    _read { yield turn.draw }
    nonmutating _modify { yield &turn.draw }
  }

  /// The points that the request covers; `nil` if they aren't recorded.
  var trace: OrgTrace? {
    _read { yield turn.trace }
    nonmutating _modify { yield &turn.trace }
  }

  /// The accounts with a name or an id.
  func named(_ name: String, at server: String?) -> [NextAuthOrg.Account] {
    state.accounts.filter {
      ($0.name == name || $0.id == name) && (server == nil || $0.server == server)
    }
  }
}

// The parts.
extension NextAuthPart {
  var deviceRequests: DeviceRequests { DeviceRequests(turn: turn) }
  var sessionRequests: SessionRequests { SessionRequests(turn: turn) }
  var secondFactorRequests: SecondFactorRequests { SecondFactorRequests(turn: turn) }
  var offerRequests: OfferRequests { OfferRequests(turn: turn) }
  var outsideEvents: OutsideEvents { OutsideEvents(turn: turn) }
}

// The turn calls the parts in the same way as they call each other.
extension NextAuthTurn: NextAuthPart {
  var turn: NextAuthTurn { self }
}
