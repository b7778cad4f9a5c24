#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import FlowCLI
import FlowTerminal
import Testing

/// The examples of a folder whose flows are a reference's scenarios.
///
/// Each flow's name begins with its number.
package struct ScenarioScripts {
  /// The folder below `Examples`.
  package let folder: String
  /// The names of the scripts, sorted.
  package let names: [String]

  package init(_ folder: String) {
    self.folder = folder
    let path = Project.example(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    self.names = names.filter { $0.hasSuffix(".flow") }.sorted()
  }

  /// The path of a script.
  package func path(_ name: String) -> String { Project.example(folder + "/" + name) }

  /// The numbers with which the flows' names begin: `"3"`, `"4 and 5"`, `"6, 7"`.
  package func numbers() throws -> Set<Int> {
    var numbers: Set<Int> = []
    for name in names {
      let text = try #require(Project.text("Examples/\(folder)/\(name)"))
      for line in text.split(separator: "\n") where line.hasPrefix("flow \"") {
        let title = line.dropFirst("flow \"".count).prefix { $0 != "\"" }
        let words = title.split { $0 == " " || $0 == "," }
        for word in words.prefix(while: { Int($0) != nil || $0 == "and" }) {
          if let number = Int(word) { numbers.insert(number) }
        }
      }
    }
    return numbers
  }

  /// Checks that a script runs as expected on its own org, without an option or a user's input.
  package func holdRun(of name: String) async {
    let run = await Shell()("run", path(name))
    #expect(run.status == .success, "\(run.all)")
    #expect(!run.all.contains("built-in demo org"), "\(name) has no org of its own")
  }

  /// Checks that a script passes the check, including warnings.
  package func holdCheck(of name: String) async {
    let check = await Shell()("check", "--strict", path(name))
    #expect(check.status == .success, "\(check.all)")
  }
}
