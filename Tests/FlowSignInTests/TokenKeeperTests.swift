import FlowEngine
import FlowSignIn
import FlowSignInTesting
import FlowText
import FlowLock
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The tokens of a user who stays signed in.
@Suite("Kept tokens")
struct TokenKeeperTests {
  /// A store in memory, which can fail.
  private final class Shelf: TokenStore {
    struct State {
      var tokens: Tokens?
      var writes = 0
      var isBroken = false
    }
    let state = Mutex(State())

    func read() async throws(PlainFailure) -> Tokens? {
      let (tokens, isBroken) = state.withLock { ($0.tokens, $0.isBroken) }
      if isBroken { throw PlainFailure("the shelf fell") }
      return tokens
    }

    func write(_ tokens: Tokens) async throws(PlainFailure) {
      let isBroken = state.withLock { state in
        guard !state.isBroken else { return true }
        state.tokens = tokens
        state.writes += 1
        return false
      }
      if isBroken { throw PlainFailure("the shelf fell") }
    }

    func remove() async throws(PlainFailure) { state.withLock { $0.tokens = nil } }

    var tokens: Tokens? { state.withLock { $0.tokens } }
    func setBroken(_ isBroken: Bool) { state.withLock { $0.isBroken = isBroken } }
  }

  private static let source = """
    org acme {
      authenticators password
      user "jane@example.com" { password "Correct-Horse-1" }
      sign-on { require password }
    }
    on identify           answer identifier = "jane@example.com"
    on challenge password answer passcode = "Correct-Horse-1"
    """

  private let org: SimulatedOrg
  private let script: SignInScript
  private let shelf = Shelf()

  init() throws {
    script = try SignInScript(TokenKeeperTests.source)
    org = try SimulatedOrg(
      script, at: .seconds(1_700_000_000), scopes: ["openid", "offline_access"])
  }

  private func signIn() async throws -> Tokens {
    try await script.start(org.configuration).tokens()
  }

  private func keeper() -> TokenKeeper { TokenKeeper(org.configuration, store: shelf) }

  @Test("Without a sign-in, there are no tokens")
  func empty() async throws {
    #expect(try await keeper().tokens() == nil)
    try await keeper().signOut()
  }

  @Test("Valid tokens are returned as they are, also by a later keeper")
  func valid() async throws {
    let tokens = try await signIn()
    let first = keeper()
    try await first.keep(tokens)
    #expect(try await first.tokens() == tokens)
    #expect(try await keeper().tokens() == tokens)
    #expect(shelf.state.withLock { $0.writes } == 1)
  }

  @Test("Tokens that end soon are refreshed and kept")
  func refreshes() async throws {
    let tokens = try await signIn()
    let keeper = keeper()
    try await keeper.keep(tokens)
    org.clock.advance(by: .seconds(3600))
    let new = try #require(try await keeper.tokens())
    #expect(new.accessToken != tokens.accessToken)
    #expect(shelf.tokens == new)
    #expect(try await keeper.tokens() == new)
  }

  @Test("Many tasks at once refresh once, so no refresh token is used twice")
  func once() async throws {
    let keeper = keeper()
    try await keeper.keep(try await signIn())
    org.clock.advance(by: .seconds(3600))
    let all = try await withThrowingTaskGroup(of: Optional<Tokens>.self) { group in
      for _ in 0..<50 { group.addTask { try await keeper.tokens() } }
      return try await group.reduce(into: Set<Optional<Tokens>>()) { $0.insert($1) }
    }
    #expect(all.count == 1)
    #expect(shelf.state.withLock { $0.writes } == 2)
    // The org revokes all tokens if a refresh token is used twice.
    org.clock.advance(by: .seconds(3600))
    #expect(try await keeper.tokens() != nil)
  }

  @Test("After the end of the refresh token, the user must sign in")
  func ended() async throws {
    let keeper = keeper()
    let tokens = try await signIn()
    try await keeper.keep(tokens)
    try await org.configuration.signOut(tokens)
    org.clock.advance(by: .seconds(3600))
    #expect(try await keeper.tokens() == nil)
    #expect(shelf.tokens == nil)
    try await keeper.keep(try await signIn())
    #expect(try await keeper.tokens() != nil)
  }

  @Test("A sign-out removes and revokes the tokens")
  func signsOut() async throws {
    let keeper = keeper()
    let tokens = try await signIn()
    try await keeper.keep(tokens)
    try await keeper.signOut()
    #expect(shelf.tokens == nil)
    #expect(try await keeper.tokens() == nil)
    await #expect(throws: SignInFailure.self) { try await org.configuration.refresh(tokens) }
  }

  @Test("A sign-out during a refresh leaves no tokens")
  func signsOutMeanwhile() async throws {
    for _ in 0..<20 {
      let keeper = keeper()
      try await keeper.keep(try await signIn())
      org.clock.advance(by: .seconds(3600))
      async let asked = keeper.tokens()
      try await keeper.signOut()
      _ = try await asked
      #expect(shelf.tokens == nil)
      #expect(try await keeper.tokens() == nil)
    }
  }

  @Test("A store that fails is an error, and loses no tokens")
  func fails() async throws {
    let keeper = keeper()
    try await keeper.keep(try await signIn())
    org.clock.advance(by: .seconds(3600))
    shelf.setBroken(true)
    let failure = try await #require(throws: SignInFailure.self) { try await keeper.tokens() }
    #expect(failure.kind == .unanswered)
    #expect(failure.description.contains("the shelf fell"))
    shelf.setBroken(false)
    let tokens = try #require(try await keeper.tokens())
    #expect(shelf.tokens == tokens)
    org.clock.advance(by: .seconds(3600))
    #expect(try await keeper.tokens() != nil)
  }

  @Test("A store that can't be read isn't an empty one")
  func unreadable() async throws {
    try await keeper().keep(try await signIn())
    shelf.setBroken(true)
    let later = keeper()
    await #expect(throws: SignInFailure.self) { try await later.tokens() }
    shelf.setBroken(false)
    #expect(try await later.tokens() != nil)
  }

  // MARK: Files

  /// Calls a body with the path of a file that doesn't exist, and removes the file afterwards.
  private func withPath(_ body: (String) async throws -> Void) async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "flow-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    try await body(url.path())
  }

  @Test("A file keeps the tokens, readable by its owner only, in the form of Codable")
  func file() async throws {
    try await withPath { path in
      let store = FileTokenStore(path: path)
      #expect(try await store.read() == nil)
      try await store.remove()
      var tokens = try await signIn()
      try await store.write(tokens)
      tokens.expiresAt = tokens.expiresAt.map { .seconds($0.components.seconds) }
      #expect(try await store.read() == tokens)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      let bytes = try Data(contentsOf: URL(filePath: path))
      #expect(try JSONDecoder().decode(Tokens.self, from: bytes) == tokens)
      try await store.remove()
      #expect(try await store.read() == nil)
    }
  }

  @Test(
    "A file with other contents is neither read nor removed", arguments: ["", "{}", "[1]", "x"])
  func otherFile(_ text: String) async throws {
    try await withPath { path in
      try Data(text.utf8).write(to: URL(filePath: path))
      let store = FileTokenStore(path: path)
      await #expect(throws: PlainFailure.self) { try await store.read() }
      await #expect(throws: PlainFailure.self) { try await store.remove() }
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }
}
