import FlowEngine
import FlowSignIn
import MobileIdPEngine
import Testing

@Suite("An app's links", .timeLimit(.minutes(5)))
struct AppLinksTests {
  private static func links() -> AppLinks {
    AppLinks(app: "Sample App", canOpen: { $0.text == "there" }, open: { _ in true })
  }

  private static func message(_ number: Int, _ command: String = "error") -> String {
    "sampleapp://oauth2/v1.0/\(command)?error_code=e\(number)"
  }

  @Test("Arrivals keep their order, whether anyone waits or not")
  func order() async throws {
    let links = Self.links()
    for number in 0..<3 { #expect(links.receive(Self.message(number))) }
    for number in 0..<3 {
      let arrival = try await links.arrival(until: nil)
      #expect(arrival?.url.reveal() == Self.message(number))
      #expect(arrival?.app == "Sample App")
    }
    async let late = links.arrival(until: nil)
    links.receive(Self.message(9), from: AppIdentity(schemes: []))
    #expect(
      try await late
        == AppArrival(
          app: "Sample App", url: MessageURL(Self.message(9)), sender: AppIdentity(schemes: [])))
  }

  @Test("A URL that isn't a message, or exceeds the limit, is left to the app")
  func bounds() async throws {
    let links = Self.links()
    for url in ["", "https://a/b", "sampleapp://other", "sampleapp://oauth2/v1.0/foo", "\u{0}"] {
      #expect(!links.receive(url))
    }
    #expect(!links.receive("a://oauth2/v1.0/error?" + String(repeating: "x", count: 1 << 20)))
    for number in 0..<AppLinks.most { #expect(links.receive(Self.message(number))) }
    #expect(!links.receive(Self.message(99)))
    #expect(try await links.arrival(until: nil)?.url.reveal() == Self.message(0))
    #expect(links.receive(Self.message(99)))
  }

  @Test("A wait ends at its deadline, with a cancel, and when it is given up")
  func ends() async throws {
    let links = Self.links()
    await #expect {
      _ = try await links.arrival(until: .now + .milliseconds(20))
    } throws: { ($0 as? EngineFailure)?.kind == .timedOut }
    let waiting = Task { try await links.arrival(until: nil) }
    waiting.cancel()
    await #expect {
      _ = try await waiting.value
    } throws: { ($0 as? EngineFailure)?.kind == .cancelled }
    links.giveUp()
    let given = Task { try await links.arrival(until: .now + .seconds(60)) }
    let giver = Task {
      while !Task.isCancelled {
        links.giveUp()
        await Task.yield()
      }
    }
    #expect(try await given.value == nil)
    giver.cancel()
  }

  @Test("A canceled wait consumes nothing, and a late one gets the earlier arrivals")
  func keeps() async throws {
    let links = Self.links()
    let waiting = Task {
      await withTaskGroup(of: Void.self) { _ in }
      while !Task.isCancelled { await Task.yield() }
      return try await links.arrival(until: nil)
    }
    waiting.cancel()
    links.receive(Self.message(1))
    await #expect(throws: EngineFailure.self) { _ = try await waiting.value }
    #expect(try await links.arrival(until: .now - .seconds(1))?.url.reveal() == Self.message(1))
  }

  @Test("Answers from before a request are dropped; a provider's own start is kept")
  func stale() async throws {
    let links = Self.links()
    links.receive(Self.message(1, "authresponse"))
    links.receive(Self.message(2, "error"))
    links.receive(Self.message(3, "idpinit"))
    _ = await links.open(MessageURL("there://oauth2/v1.0/authrequest?state=1"), from: "Sample App")
    #expect(try await links.arrival(until: nil)?.url.reveal() == Self.message(3, "idpinit"))
    await #expect(throws: EngineFailure.self) {
      _ = try await links.arrival(until: .now + .milliseconds(10))
    }
  }

  @Test("The system's answers about opening a URL are returned unchanged")
  func opens() async throws {
    let there = try #require(URLScheme("there"))
    let other = try #require(URLScheme("other"))
    let links = Self.links()
    #expect(await links.openable([there, other]) == [there])
    #expect(
      await links.open(MessageURL("there://x"), from: "Sample App")
        == .delivered(to: "there", sender: nil))
    let closed = AppLinks(app: "a", canOpen: { _ in false }, open: { _ in false })
    guard case .notOpenable = await closed.open(MessageURL("there://x"), from: "a") else {
      Issue.record("it was opened")
      return
    }
  }

  @Test("With many threads nothing is lost or duplicated")
  func manyAtOnce() async throws {
    let links = Self.links()
    let sent = Task {
      await withTaskGroup(of: Bool.self) { group in
        for number in 0..<AppLinks.most { group.addTask { links.receive(Self.message(number)) } }
        for await isTaken in group { #expect(isTaken) }
      }
    }
    var seen: Set<String> = []
    for _ in 0..<AppLinks.most {
      let arrival = try await links.arrival(until: .now + .seconds(60))
      seen.insert(try #require(arrival).url.reveal())
    }
    await sent.value
    #expect(seen.count == AppLinks.most)
  }
}
