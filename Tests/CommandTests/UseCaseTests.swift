import CommandSupport
import FlowCLI
import FlowTerminal
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Testing

/// The canonical use cases of embedded sign-in, each a script with its own org.
enum UseCase {
  static let folder = Project.root + "/Examples/use-cases"

  static let scripts: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".flow") }.sorted()
  }()

  /// Every id of the list.
  static let ids: [String] = [
    1...6, 10...14, 20...23, 30...32, 40...41, 50...57, 60...68, 70...74, 80...83, 90...92, 95...99,
  ].flatMap { (range: ClosedRange<Int>) in range.map { ($0 < 10 ? "U0" : "U") + "\($0)" } }

  /// The ids of use cases that don't answer steps: a browser's own sign-in, the account's pages,
  /// the tokens, a page's appearance.
  static let leftOut: Set<String> = ["U92", "U96", "U97", "U99"]
}

@Suite("The use cases")
struct UseCaseTests {
  @Test(
    "Each runs as expected on its own org, without an option or a user's input",
    arguments: UseCase.scripts)
  func runs(script: String) async throws {
    let run = await Shell()("run", UseCase.folder + "/" + script)
    #expect(run.status == .success, "\(run.all)")
    #expect(!run.all.contains("built-in demo org"), "\(script) has no org of its own")
  }

  @Test("Each passes the check, including warnings", arguments: UseCase.scripts)
  func checks(script: String) async throws {
    let check = await Shell()("check", "--strict", UseCase.folder + "/" + script)
    #expect(check.status == .success, "\(check.all)")
  }

  @Test("Every use case has a script, or is listed as left out", arguments: UseCase.ids)
  func isThere(id: String) {
    let count = UseCase.scripts.filter { $0.hasPrefix(id + "-") }.count
    #expect(count == (UseCase.leftOut.contains(id) ? 0 : 1))
  }

  @Test("The manual's table has a row for each, with its script", arguments: UseCase.ids)
  func isListed(id: String) throws {
    let page = try #require(Project.text(Project.page("use-cases")))
    let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("| \(id) | ") })
    let script = UseCase.scripts.first { $0.hasPrefix(id + "-") }
    #expect(row.hasPrefix("| \(id) | \(script.map { "`\($0)`" } ?? "–") | "))
  }

  @Test("Every id in a script is a listed one")
  func hasNoOther() {
    #expect(UseCase.ids.count == 54)
    for script in UseCase.scripts { #expect(UseCase.ids.contains(String(script.prefix(3)))) }
  }
}
