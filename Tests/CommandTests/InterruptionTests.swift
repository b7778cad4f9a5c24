import CommandSupport
import FlowCLI
import FlowHTTP
import FlowTerminal
import Testing

@Suite("Interruption")
struct InterruptionTests {
  /// Runs a command line, and cancels it when `wait` reports that it waits.
  private func interrupted(
    _ arguments: [String], _ shell: Shell, when waiting: AsyncStream<Void>
  ) async -> Shell.Outcome {
    let task = Task { await shell(arguments) }
    for await _ in waiting { break }
    task.cancel()
    return await task.value
  }

  private func script(_ text: String, _ folder: TemporaryFolder) throws -> [String] {
    ["run", try folder.write("script.flow", text)]
  }

  @Test("At a prompt it ends with 130, and the server has seen `cancel`")
  func prompt() async throws {
    let folder = try TemporaryFolder()
    let (waiting, signal) = AsyncStream.makeStream(of: Void.self)
    let transport = ScriptedTransport([
      .page(Pages.interact), .page(Pages.page([Pages.identify])), .page(Pages.page([])),
    ])
    let person = Person(["Username": .nothing]) { signal.yield() }
    let run = await interrupted(
      try script("on identify prompt identifier\nexpect success", folder) + Pages.options,
      Shell(person: person, transport: transport), when: waiting)
    #expect(run.status == .interrupted, "\(run.all)")
    #expect(transport.paths.last == "/idp/idx/cancel")
    #expect(run.errors.contains("error[interrupted]: the run was interrupted"))
    // The location is the line that asked, though no step was taken.
    #expect(run.errors.contains("script.flow:1:"), "\(run.all)")
    #expect(run.errors.count(of: "error[") == 1)
  }

  @Test("At a request it ends with 130, and the server has seen `cancel`")
  func request() async throws {
    let folder = try TemporaryFolder()
    let (waiting, signal) = AsyncStream.makeStream(of: Void.self)
    let transport = ScriptedTransport(
      [
        .page(Pages.interact), .page(Pages.page([Pages.identify])), .nothing,
        .page(Pages.page([])),
      ]
    ) { signal.yield() }
    let run = await interrupted(
      try script("on identify answer identifier = \"jane@example.com\"", folder) + Pages.options,
      Shell(transport: transport), when: waiting)
    #expect(run.status == .interrupted, "\(run.all)")
    #expect(transport.paths.last == "/idp/idx/cancel")
    #expect(run.errors.contains("error[interrupted]"))
  }

  @Test("At a poll it ends with 130, and the server has seen `cancel`")
  func poll() async throws {
    let folder = try TemporaryFolder()
    let (waiting, signal) = AsyncStream.makeStream(of: Void.self)
    let transport = ScriptedTransport(
      [.page(Pages.interact), .page(Pages.push), .page(Pages.push), .nothing]
    ) { signal.yield() }
    let run = await interrupted(
      try script("on challenge poll", folder) + Pages.options, Shell(transport: transport),
      when: waiting)
    #expect(run.status == .interrupted, "\(run.all)")
    #expect(transport.paths.last == "/idp/idx/cancel")
  }

  @Test("Before anything was sent, there is nothing to cancel")
  func firstRequest() async throws {
    let folder = try TemporaryFolder()
    let (waiting, signal) = AsyncStream.makeStream(of: Void.self)
    let transport = ScriptedTransport([.nothing]) { signal.yield() }
    let run = await interrupted(
      try script("on challenge poll", folder) + Pages.options, Shell(transport: transport),
      when: waiting)
    #expect(run.status == .interrupted, "\(run.all)")
    #expect(transport.paths == ["/oauth2/default/v1/interact"])
  }

  @Test("Later flows don't run")
  func others() async throws {
    let folder = try TemporaryFolder()
    let (waiting, signal) = AsyncStream.makeStream(of: Void.self)
    let person = Person(["Username": .nothing]) { signal.yield() }
    let run = await interrupted(
      try script(
        """
        flow "first" { on identify prompt identifier }
        flow "second" { on identify prompt identifier }
        """, folder), Shell(person: person), when: waiting)
    #expect(run.status == .interrupted, "\(run.all)")
    #expect(!run.output.contains("second"))
    #expect(person.asked.count == 1)
  }

  @Test("As JSON it is an interrupted flow")
  func json() async throws {
    let folder = try TemporaryFolder()
    let (waiting, signal) = AsyncStream.makeStream(of: Void.self)
    let person = Person(["Username": .nothing]) { signal.yield() }
    let run = await interrupted(
      try script("on identify prompt identifier", folder) + ["--json"], Shell(person: person),
      when: waiting)
    #expect(run.status == .interrupted, "\(run.all)")
    let object = try JSON(parsing: Array(run.output.utf8))
    #expect(object["outcome"] == "cancelled")
    #expect(object["problems"]?.array?.first?["id"] == "interrupted")
  }

  @Test("A command that is canceled before it begins does nothing", arguments: ["run", "check"])
  func atOnce(command: String) async throws {
    let task = Task {
      // Continues once the task is canceled.
      try? await forever()
      return await Shell()(command, Project.example("sign-in.flow"))
    }
    task.cancel()
    let run = await task.value
    #expect(run.status == .interrupted, "\(run.all)")
    #expect(run.output.isEmpty)
  }

  @Test("A user who gives up at a prompt cancels the run, which fails")
  func givesUp() async throws {
    let folder = try TemporaryFolder()
    let transport = ScriptedTransport([
      .page(Pages.interact), .page(Pages.page([Pages.identify])), .page(Pages.page([])),
    ])
    let run = await Shell(person: Person(), transport: transport)(
      try script("on identify prompt identifier", folder) + Pages.options)
    #expect(run.status == .failed, "\(run.all)")
    #expect(run.output.contains("cancelled, 0 steps"))
    #expect(transport.paths.last == "/idp/idx/cancel")
  }
}
