import FlowDiagnostics
import FlowEngine
import FlowHTTP

/// An issuer's claims about the signed-in user (OpenID Connect Core, section 5.3).
struct UserInfo: Sendable {
  /// Facts such as `user.email`.
  let facts: [Fact]

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - object: The answer.
  ///   - subject: The `sub` of the ID token, which the answer must repeat.
  /// - Throws: `EngineFailure.Kind.untrusted` if the answer is about another user (section 5.3.2).
  init(_ object: JSONObject, of subject: String) throws(EngineFailure) {
    guard let found = object["sub"]?.string, !found.isEmpty else {
      throw EngineFailure(.malformed, "the answer to `userinfo` doesn't name its user (`sub`)")
    }
    guard found == subject else {
      throw EngineFailure(
        untrusted: .idTokenMalformed,
        "the answer to `userinfo` is for another user than the ID token (`sub`)",
        help: "none of it is used; the issuer is at fault, or the answer didn't come from it")
    }
    var facts: [Fact] = []
    for member in object.members { UserInfo.add(member, to: &facts) }
    self.facts = facts
  }

  /// Adds a claim as a fact, under its own name and under the name that pages use.
  ///
  /// A claim with members, such as `address`, becomes one fact per member.
  private static func add(_ member: JSONObject.Member, to facts: inout [Fact]) {
    if case .object(let object) = member.value {
      for part in object.members {
        guard let value = Value(claim: part.value) else { continue }
        facts.append(Fact("user.\(member.name).\(part.name)", value))
      }
      return
    }
    guard let value = Value(claim: member.value) else { return }
    facts.append(Fact("user.\(member.name)", value))
    let other: String? =
      switch member.name {
      case "sub": "user.id"
      case "preferred_username": "user.identifier"
      case "given_name": "user.firstName"
      case "family_name": "user.lastName"
      case "zoneinfo": "user.timeZone"
      default: nil
      }
    if let other { facts.append(Fact(other, value)) }
  }
}

extension Value {
  /// Converts a claim to a value; `nil` if a script can't compare it.
  init?(claim json: JSON) {
    guard case .array(let elements) = json else {
      guard let value = Value(sending: json) else { return nil }
      self = value
      return
    }
    self = .list(elements.compactMap { Value(sending: $0) })
  }
}
