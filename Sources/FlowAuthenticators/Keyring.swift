package import FlowText
package import FlowCrypto
package import FlowEngine
import FlowHTTP
import FlowLock

/// Passkeys in memory, by name.
///
/// A name may have one passkey for each relying party and account. A host can store the passkeys in
/// a file by writing ``contents``.
package final class Keyring: PasskeyHolder {
  private struct Entry {
    var name: String
    var passkey: SoftwarePasskey
    /// Whether the passkey is part of ``contents``.
    var isKept = true
  }

  private let entries: Mutex<[Entry]>
  private let randomBytes: @Sendable (Int) -> [UInt8]
  /// Called with the new contents after each change, while the lock is held.
  private let changed: (@Sendable ([UInt8]) throws(PlainFailure) -> Void)?

  /// The maximum number of passkeys.
  package static let countMax = 1000

  /// Creates an empty keyring.
  ///
  /// - Parameters:
  ///   - randomBytes: Returns this many bytes of a cryptographic generator.
  ///   - changed: Receives the new contents after each change.
  package init(
    randomBytes: @escaping @Sendable (Int) -> [UInt8],
    changed: (@Sendable ([UInt8]) throws(PlainFailure) -> Void)? = nil
  ) {
    entries = Mutex([])
    self.randomBytes = randomBytes
    self.changed = changed
  }

  /// Adds a passkey; must be called before the first challenge.
  package func add(_ passkey: SoftwarePasskey, as name: String) {
    entries.withLock { $0.append(Entry(name: name, passkey: passkey)) }
  }

  /// Creates a passkey that is already enrolled, such as a passkey of a simulated org's user.
  ///
  /// The passkey exists as long as the keyring, and isn't part of ``contents``. It replaces an
  /// earlier passkey of this kind for the same account.
  ///
  /// - Parameters:
  ///   - name: The name in scripts.
  ///   - relyingParty: The relying party's id.
  ///   - userHandle: The account.
  /// - Returns: The passkey, whose public key the relying party must store.
  /// - Throws: `CryptoFailure`.
  package func makeEnrolled(
    _ name: String, relyingParty: String, userHandle: [UInt8]
  ) throws(CryptoFailure) -> SoftwarePasskey {
    let passkey = try SoftwarePasskey(
      relyingParty: relyingParty, credential: randomBytes(16), userHandle: userHandle,
      scalar: try P256.PrivateKey(randomBytes: randomBytes).scalar, counter: 0)
    entries.withLock { entries in
      entries.removeAll {
        !$0.isKept && $0.name == name && $0.passkey.relyingParty == relyingParty
          && $0.passkey.userHandle == userHandle
      }
      entries.append(Entry(name: name, passkey: passkey, isKept: false))
    }
    return passkey
  }

  /// Returns a separate keyring with the same passkeys, which doesn't report changes.
  package func copy() -> Keyring {
    let copy = Keyring(randomBytes: randomBytes)
    let entries = entries.withLock { $0 }
    copy.entries.withLock { $0 = entries }
    return copy
  }

  /// The reason why this machine can't sign; `nil` if the required library is available.
  package var unavailability: PlainFailure? {
    do throws(CryptoFailure) {
      // The smallest key is used for the test, because if it fails, every key fails.
      _ = try P256.PrivateKey(scalar: Array(repeating: 0, count: 31) + [1])
      return nil
    } catch {
      return PlainFailure("passkeys can't answer: \(error)")
    }
  }

  /// Returns the names of the passkeys that could answer a challenge, sorted.
  package func names(for challenge: PasskeyChallenge) -> [String] {
    guard challenge.purpose == .verification else { return [] }
    let allowed = challenge.credentials.compactMap { Base64URL.decode($0) }
    let entries = entries.withLock { $0 }
    let fitting = entries.filter {
      $0.passkey.relyingParty == challenge.relyingParty
        && (challenge.credentials.isEmpty || allowed.contains($0.passkey.credential))
    }
    return Set(fitting.map(\.name)).sorted()
  }

  /// Answers a challenge with the passkey that has a name.
  package func answer(
    _ challenge: PasskeyChallenge, by name: String
  ) async throws(PlainFailure) -> [PasskeyChallenge.Part: String] {
    do {
      return try entries.withLock { entries in
        switch challenge.purpose {
        case .enrollment: return try self.enrol(challenge, name, &entries)
        case .verification: return try self.verify(challenge, name, &entries)
        }
      }
    } catch let failure as PlainFailure {
      throw failure
    } catch {
      throw PlainFailure("the passkey can't answer")
    }
  }

  private func enrol(
    _ challenge: PasskeyChallenge, _ name: String, _ entries: inout [Entry]
  ) throws(PlainFailure) -> [PasskeyChallenge.Part: String] {
    guard entries.count < Self.countMax else {
      throw PlainFailure("there are \(Self.countMax) passkeys already")
    }
    let passkey = try SoftwarePasskey(for: challenge, randomBytes: randomBytes)
    // As on a real device, a new passkey replaces the old one for the same account.
    entries.removeAll {
      $0.name == name && $0.passkey.relyingParty == passkey.relyingParty
        && $0.passkey.userHandle == passkey.userHandle
    }
    entries.append(Entry(name: name, passkey: passkey))
    try changed?(Self.contents(of: entries))
    return passkey.attestation(to: challenge)
  }

  private func verify(
    _ challenge: PasskeyChallenge, _ name: String, _ entries: inout [Entry]
  ) throws(PlainFailure) -> [PasskeyChallenge.Part: String] {
    let fitting = entries.indices.filter {
      entries[$0].name == name && entries[$0].passkey.relyingParty == challenge.relyingParty
    }
    guard !fitting.isEmpty else {
      let names = Set(entries.map(\.name)).sorted()
      throw PlainFailure(
        "there is no passkey `\(name)` for \(challenge.relyingParty)",
        help: names.isEmpty
          ? "a step that sets up a passkey creates one"
          : "there is \(names.prefix(5).map { "`\($0)`" }.joined(separator: ", "))")
    }
    let allowed = challenge.credentials.compactMap { Base64URL.decode($0) }
    guard
      let index = fitting.last(where: {
        challenge.credentials.isEmpty || allowed.contains(entries[$0].passkey.credential)
      })
    else {
      throw PlainFailure("the account hasn't enrolled the passkey `\(name)`")
    }
    let answer = try entries[index].passkey.assertion(to: challenge)
    if entries[index].isKept { try changed?(Self.contents(of: entries)) }
    return answer
  }
}

// MARK: - Contents

extension Keyring {
  /// The version of the file format.
  private static let version = 1

  private static func contents(of entries: [Entry]) -> [UInt8] {
    let passkeys = entries.filter(\.isKept).map { entry -> JSON in
      let passkey = entry.passkey
      return [
        "name": .string(entry.name), "relyingParty": .string(passkey.relyingParty),
        "credential": .string(Base64URL.encode(passkey.credential)),
        "userHandle": .string(Base64URL.encode(passkey.userHandle)),
        "privateKey": .string(passkey.scalar.reveal()),
        "counter": .integer(Int(passkey.counter)),
      ]
    }
    let object: JSON = ["version": .integer(version), "passkeys": .array(passkeys)]
    return object.bytes()
  }

  /// The passkeys as the secret contents of a file, which ``add(contents:)`` reads.
  package var contents: [UInt8] { entries.withLock { Self.contents(of: $0) } }

  /// Adds the passkeys in a file.
  ///
  /// - Parameter contents: The file's bytes.
  /// - Throws: `PlainFailure` for the first entry that can't be read.
  package func add(contents: [UInt8]) throws(PlainFailure) {
    guard let json = try? JSON(parsing: contents), json["version"]?.integer == Self.version,
      let list = json["passkeys"]?.array, list.count <= Self.countMax
    else {
      throw PlainFailure(
        "this isn't a file of passkeys", help: "name a new file: a run creates it")
    }
    for (index, entry) in list.enumerated() {
      guard let name = entry["name"]?.string, let party = entry["relyingParty"]?.string,
        let credential = entry["credential"]?.string.flatMap({ Base64URL.decode($0) }),
        let handle = entry["userHandle"]?.string.flatMap({ Base64URL.decode($0) }),
        let scalar = entry["privateKey"]?.string.flatMap({ Base64URL.decode($0) }),
        let counter = entry["counter"]?.integer.flatMap({ UInt32(exactly: $0) }),
        let passkey = try? SoftwarePasskey(
          relyingParty: party, credential: credential, userHandle: handle, scalar: scalar,
          counter: counter)
      else { throw PlainFailure("passkey \(index + 1) of the file can't be read") }
      add(passkey, as: name)
    }
  }
}
