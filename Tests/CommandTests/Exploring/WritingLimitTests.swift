import FlowInterpreter
import CommandSupport
import FlowEngine
import FlowHost
import FlowTerminal
import FlowLock
import Testing

@testable import FlowCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The time limit of `flow explore --write`.
@Suite("The time limit ends the writing of flows, too")
struct WritingLimitTests {
  private static let began = Duration.seconds(1_700_000_000)

  /// Checks that each file is whole, and reports that others are missing.
  private func check(_ folder: TemporaryFolder) async throws {
    let out = folder.path + "/out"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: out)) ?? []
    for name in names {
      let text = try String(contentsOfFile: out + "/" + name, encoding: .utf8)
      #expect(text.contains("\n# Not complete: the flows were not all found and run"), "\(text)")
      let check = await Shell()("check", out + "/" + name)
      #expect(check.status == .success, "\(check.all)")
    }
  }

  /// Explores the built-in org; the time is over at a query of the memory.
  private func explore(
    until last: Int, in folder: TemporaryFolder
  ) async -> (run: Shell.Outcome, looks: Int) {
    let clock = ManualClock(now: Self.began)
    let looks = Mutex(0)
    var shell = Shell(clock: clock)
    shell.memoryInUse = {
      let count = looks.withLock { looks in
        looks += 1
        return looks
      }
      if count == last { clock.advance(by: .seconds(59)) }
      return nil
    }
    let run = await shell("explore", "--time", "1m", "--write", folder.path + "/out")
    return (run, looks.withLock { $0 })
  }

  @Test("While routes are searched")
  func searching() async throws {
    let whole = await explore(until: .max, in: try TemporaryFolder())
    #expect(whole.run.status == .success, "\(whole.run.all)")
    let folder = try TemporaryFolder()
    let (run, looks) = await explore(until: whole.looks - 1, in: folder)
    #expect(run.status == .failed, "\(run.all)")
    #expect(looks < whole.looks)
    #expect(run.errors.contains("not complete: the flows were not all found and run"), "\(run.all)")
    #expect(!run.errors.contains("no flow can be written"), "\(run.all)")
    try await check(folder)
  }

  @Test("An empty folder of given flows is reported before the explorations")
  func emptyFolder() async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/given", withIntermediateDirectories: true)
    let looks = Mutex(0)
    var shell = Shell()
    shell.memoryInUse = {
      looks.withLock { $0 += 1 }
      return nil
    }
    let run = await shell(
      "explore", "--write", folder.path + "/out", "--given", folder.path + "/given")
    #expect(run.status == .usage, "\(run.all)")
    #expect(run.errors.contains("given"), "\(run.all)")
    #expect(looks.withLock { $0 } == 0)
    withExtendedLifetime(folder) {}
  }

  @Test("Given flows that can't be read in time don't cause others to be written")
  func givenTooLong() async throws {
    let folder = try TemporaryFolder()
    let given = try folder.write("given.flow", "flow \"x\" { on identify stop }\n")
    let clock = ManualClock(now: Self.began)
    var shell = Shell(clock: clock)
    shell.memoryInUse = {
      clock.advance(by: .seconds(3_600))
      return nil
    }
    let run = await shell("explore", "--write", folder.path + "/out", "--given", given)
    #expect(run.status == .failed, "\(run.all)")
    #expect(run.errors.contains("not complete"), "\(run.all)")
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/out")
    #expect(names?.isEmpty ?? true, "\(run.all)")
  }

  /// An output at which an hour passes whenever something is written.
  private final class SlowSink: TextSink {
    let isTerminal = false
    let clock: ManualClock
    init(_ clock: ManualClock) { self.clock = clock }
    func write(_ text: String) { clock.advance(by: .seconds(3_600)) }
  }

  @Test("Before the flows are run")
  func running() async throws {
    let folder = try TemporaryFolder()
    let clock = ManualClock(now: Self.began)
    let errors = Recorder()
    let host = Host(
      output: SlowSink(clock), errors: errors, terminal: nil, environment: [:], clock: clock,
      randomBytes: { (0..<$0).map(UInt8.init) })
    let status = await FlowCLI.run(
      arguments: ["explore", "--write", folder.path + "/out"], host: host)
    #expect(status == .failed, "\(errors.text)")
    #expect(errors.text.contains("when the time was over; `--time` gives more"), "\(errors.text)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out")
    #expect(!names.isEmpty)
    try await check(folder)
  }
}
