import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The privacy manifest names what Apple requires a reason for, in the code that apps link.
@Suite struct PrivacyTests {
  /// The functions of each category of Apple's list "Describing use of required reason API".
  private static let categories: [(name: String, words: [String])] = [
    (
      "NSPrivacyAccessedAPICategoryFileTimestamp",
      [
        "stat(", "fstat(", "lstat(", "fstatat(", "getattrlist(", "fgetattrlist(", "getattrlistat(",
        "getattrlistbulk(", "creationDate", "modificationDate", "contentModificationDateKey",
        "creationDateKey",
      ]
    ),
    ("NSPrivacyAccessedAPICategorySystemBootTime", ["systemUptime", "mach_absolute_time("]),
    (
      "NSPrivacyAccessedAPICategoryDiskSpace",
      [
        "statfs(", "statvfs(", "fstatfs(", "fstatvfs(", "systemFreeSize", "systemSize",
        "volumeAvailableCapacity", "volumeTotalCapacity",
      ]
    ),
    ("NSPrivacyAccessedAPICategoryActiveKeyboards", ["activeInputModes"]),
    ("NSPrivacyAccessedAPICategoryUserDefaults", ["UserDefaults"]),
  ]

  /// The targets of the commands, which no app links.
  private static let commands = [
    "EmbedFiles", "FlowCLI", "FlowHost", "FlowLanguageServer", "FlowManual", "FlowRecorder",
    "FlowServer", "FlowTerminal", "FlowTestRunner", "GraphDrawing", "OktaImport", "PolicyExplorer",
    "embed-files", "flow", "flow-bench",
  ]

  /// Whether a line uses a name, and not a longer name that ends with it.
  private static func uses(_ word: String, _ line: Substring) -> Bool {
    line.ranges(of: word).contains { range in
      let before = line[..<range.lowerBound].last
      return before.map { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? true
    }
  }

  @Test("The privacy manifest lists the categories that the code uses, and no other")
  func categories() throws {
    let manifest = try String(
      contentsOfFile: TidyTests.root + "/Sources/FlowSignIn/PrivacyInfo.xcprivacy", encoding: .utf8)
    let code = TidyTests.files.filter { file in
      let parts = file.path.split(separator: "/")
      return parts[0] == "Sources" && !PrivacyTests.commands.contains(String(parts[1]))
    }
    for (name, words) in PrivacyTests.categories {
      let isUsed = code.contains { file in
        file.lines.contains { line in words.contains { PrivacyTests.uses($0, line) } }
      }
      #expect(isUsed == manifest.contains("<string>\(name)</string>"), "\(name)")
    }
    #expect(PrivacyTests.uses("stat(", "guard unsafe stat(path, &status) == 0"))
    #expect(!PrivacyTests.uses("stat(", "let result = unsafe fstat(descriptor)"))
  }
}
