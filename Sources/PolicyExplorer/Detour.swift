package import OktaSimulator

/// A way on from a page that leads back to it: no walk takes one, for it changes nothing of where one
/// can get to.
package enum Detour: Sendable, Hashable {
  /// Has a code or a push sent again.
  case resend
  /// Waits for somebody to open the link of a mail, and then goes on with its code.
  case poll
  /// Chooses something else, and then what was chosen.
  case choose(WalkAct, back: WalkAct)

  /// The page that a walk's is, as coverage calls it; `nil` for one that it has no detour of.
  package static func name(of page: WalkPage) -> String? {
    switch page {
    case .identify: "identify"
    case .newPassword(.warning): "reenroll-authenticator-warning password"
    case .challenge(let enrolment, _):
      "challenge-authenticator \(enrolment.authenticator.rawValue)"
    case .push: "challenge-poll okta-verify"
    case .enroll(let authenticator, _): "enroll-authenticator \(authenticator.rawValue)"
    case .enrollApp: "enroll-poll okta-verify"
    default: nil
    }
  }

  /// What a rule of the page is for.
  static func pattern(of page: WalkPage) -> String? {
    switch page {
    case .challenge(let enrolment, _): "challenge \(enrolment.authenticator.rawValue)"
    case .push: "challenge-poll"
    case .enroll(let authenticator, _): "enroll-authenticator \(authenticator.rawValue)"
    case .enrollApp: "enroll-poll"
    default: nil
    }
  }
}

/// How a way on from a page, as coverage calls it, can be taken on some route.
package enum WayOn {
  /// As a part of a route that goes on as it did.
  case detour(Detour, step: Int)
  /// As the last act of the beginning of a route.
  case act(WalkGraph.Way)
}

extension Explorer {
  /// How a way on can be taken from a page of a route.
  ///
  /// - Parameters:
  ///   - page: the page, as coverage calls it.
  ///   - way: the way on, likewise.
  ///   - route: the route.
  /// - Returns: the first place at which it can; `nil` where it can't.
  package func wayOn(from page: String, by way: String, on route: Route) -> WayOn? {
    let walk = Walk(org, route.start, now: now)
    guard var position = walk.first else { return nil }
    var before: (act: WalkAct, others: [WalkAct])?
    for (index, act) in route.way.enumerated() {
      let acts = walk.acts(at: position)
      if Detour.name(of: position.page) == page, position.refusal == nil {
        let done = Array(route.way[..<index])
        switch way {
        case "resend": return .detour(.resend, step: index)
        case "poll": return .detour(.poll, step: index)
        case "select-authenticator-authenticate", "select-authenticator-enroll":
          if let before, let other = before.others.first(where: { $0.isOther(than: before.act) }) {
            return .detour(.choose(other, back: before.act), step: index)
          }
        case "skip" where acts.contains(.skip): return .act(done + [.skip])
        case "recover" where acts.contains(.recover): return .act(done + [.recover])
        case "select-enroll-profile" where acts.contains(.startSignUp):
          return .act(done + [.startSignUp])
        default: return nil
        }
      }
      before = (act, acts)
      position = walk.take(act, at: position)
    }
    return nil
  }
}

extension WalkAct {
  /// Whether it chooses something else than another does.
  fileprivate func isOther(than other: WalkAct) -> Bool {
    switch (self, other) {
    case (.select(let one, let method), .select(let two, _)):
      one != two && one != .password && method.isTyped
    case (.selectNew(let one, _), .selectNew(let two, _)): one != two && one != .oktaVerify
    default: false
    }
  }
}

extension Method {
  /// Whether it has a page to type something into.
  fileprivate var isTyped: Bool {
    [.email, .sms, .voice, .totp, .otp, .securityQuestion].contains(self)
  }
}
