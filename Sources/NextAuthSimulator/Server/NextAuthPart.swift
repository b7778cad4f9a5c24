import SimulatorKit

/// A part of the server's logic, which is about one subject.
///
/// All parts work on the same `NextAuthTurn` and have no state of their own, so they can call each
/// other.
protocol NextAuthPart {
  /// The request in progress.
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

  /// The actions of the server that coverage counts; `nil` if they aren't recorded.
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

// A turn is itself a part, so that it calls the parts as they call each other.
extension NextAuthTurn: NextAuthPart {
  var turn: NextAuthTurn { self }
}
