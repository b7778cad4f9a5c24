import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The machine-readable rules of the project.
@Suite struct TidyTests {
  static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  /// Every Swift file of the package, by its path from the root.
  static let files: [(path: String, lines: [Substring])] = {
    var files: [(path: String, lines: [Substring])] = []
    var folders = ["Sources", "Tests"]
    while let folder = folders.popLast() {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)) ?? []
      for name in names.sorted() {
        let path = folder + "/" + name
        var isFolder = false
        if let type = try? FileManager.default.attributesOfItem(atPath: root + "/" + path)[.type] {
          isFolder = type as? FileAttributeType == .typeDirectory
        }
        if isFolder {
          folders.append(path)
        } else if name.hasSuffix(".swift"),
          let text = try? String(contentsOfFile: root + "/" + path, encoding: .utf8)
        {
          files.append((path, text.split(separator: "\n", omittingEmptySubsequences: false)))
        }
      }
    }
    return files
  }()

  @Test("A file has at most 500 lines, and the median file about 100")
  func fileLength() {
    #expect(TidyTests.files.count > 200)
    for file in TidyTests.files {
      #expect(file.lines.count <= 501, "\(file.path) has \(file.lines.count) lines")
    }
    let sorted = TidyTests.files.map(\.lines.count).sorted()
    #expect(sorted[sorted.count / 2] <= 150)
  }

  @Test("A function has at most 70 lines")
  func functionLength() {
    for file in TidyTests.files {
      var open: (indent: Int, line: Int, head: Substring)?
      for (number, line) in file.lines.enumerated() {
        let bare = line.drop { $0 == " " }
        let indent = line.count - bare.count
        if let head = open, indent == head.indent, bare.hasPrefix("}") {
          let length = number - head.line + 1
          #expect(length <= 70, "\(file.path):\(head.line + 1) \(head.head) has \(length) lines")
          open = nil
        } else if open == nil, bare.contains("func ") || bare.contains("init("),
          bare.hasSuffix("{"),
          !bare.hasPrefix("//")
        {
          open = (indent, number, bare)
        }
      }
    }
  }

  @Test("Nothing is left unfinished")
  func unfinished() {
    // Concatenated here so that this file doesn't find itself.
    let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X:", "HA" + "CK"]
    for file in TidyTests.files {
      for (number, line) in file.lines.enumerated() {
        for mark in marks where line.contains(mark) {
          Issue.record("\(file.path):\(number + 1) has \(mark)")
        }
      }
    }
  }

  @Test("An option of a command is named only in its declaration")
  func options() {
    for file in TidyTests.files where file.path.hasPrefix("Sources/FlowCLI/") {
      for (number, line) in file.lines.enumerated() {
        guard let name = line.firstRange(of: /"--[a-z-]+"/) else { continue }
        let before = line[..<name.lowerBound]
        let isAlone = before.allSatisfy { $0 == " " } && number > 0
        let head = isAlone ? file.lines[number - 1] : before
        #expect(
          head.hasSuffix("Option(") || head.hasSuffix("Flag("),
          "\(file.path):\(number + 1) names an option by a text")
      }
    }
  }

  @Test("The language, the port and the interpreter import only their own layer's libraries")
  func imports() {
    let values = ["FlowDiagnostics", "FlowText"]
    let engine = values + ["FlowCrypto", "FlowEngine", "FlowHTTP", "FlowLock"]
    let allowed = [
      "Sources/FlowText/": [],
      "Sources/FlowDiagnostics/": ["FlowText"],
      "Sources/FlowSyntax/": values,
      "Sources/FlowEngine/": values + ["FlowLock"],
      "Sources/FlowChecker/": values + ["FlowEngine", "FlowSyntax"],
      "Sources/FlowInterpreter/": values + ["FlowEngine", "FlowSyntax", "FlowLock"],
      "Sources/GraphDrawing/": values + ["FlowEngine", "FlowHTTP"],
      "Sources/IDXEngine/": engine + ["FlowJOSE"],
      "Sources/NextAuthEngine/": engine,
      "Sources/MobileIdPEngine/": engine,
      "Sources/SimulatorKit/": engine,
      "Sources/OktaSimulator/": engine + ["FlowJOSE", "SimulatorKit"],
      "Sources/NextAuthSimulator/": engine + ["SimulatorKit"],
      "Sources/MobileIdPSimulator/": engine + ["SimulatorKit"],
    ]
    for (folder, modules) in allowed {
      for file in TidyTests.files where file.path.hasPrefix(folder) {
        for line in file.lines {
          let words = line.split(separator: " ")
          guard let index = words.firstIndex(of: "import"), index <= 1, words.count == index + 2,
            index == 0 || words[0] == "public" || words[0] == "package"
          else { continue }
          #expect(modules.contains(String(words[index + 1])), "\(file.path): \(line)")
        }
      }
    }
  }
}
