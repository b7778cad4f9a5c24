package import FlowDiagnostics
import FlowText

/// The problems with the files of a program.
extension ProblemKind {
  package static let fileNotFound = ProblemKind("file-not-found")
  package static let fileNotReadable = ProblemKind("file-not-readable")
  package static let fileTooLarge = ProblemKind("file-too-large")
  package static let notAScript = ProblemKind("not-a-script")
  package static let notText = ProblemKind("not-text")
  package static let notUTF8 = ProblemKind("not-utf8")
  package static let importCycle = ProblemKind("import-cycle")
  package static let importMissing = ProblemKind("import-missing")
  package static let importNotReadable = ProblemKind("import-not-readable")
  package static let importOutside = ProblemKind("import-outside")
  package static let tooManyImports = ProblemKind("too-many-imports")
}

extension Problem {
  package static func fileNotFound(path: String) -> Problem {
    Problem(
      .fileNotFound, "there is no file \(Prose.ticked(path))",
      help: "a path is relative to the folder that the command runs in")
  }

  package static func fileNotReadable(path: String, reason: String) -> Problem {
    Problem(
      .fileNotReadable, "\(Prose.ticked(path)) can't be read: \(reason)",
      help: "name a script's file, or `-` for the standard input")
  }

  package static func fileTooLarge(limit: Int) -> Problem {
    Problem(
      .fileTooLarge, "the file is longer than \(limit >> 20) MB",
      help: "split it: `import` brings in profiles, orgs and values of other files")
  }

  package static func notAScript(path: String) -> Problem {
    Problem(
      .notAScript, "\(Prose.ticked(path)) isn't a script",
      help: "a script names only other scripts; their names end in `.flow`")
  }

  package static let notText = Problem(
    .notText, "this is not a text file",
    help: "save the script as UTF-8 text")

  package static let notUTF8 = Problem(
    .notUTF8, "these bytes are not UTF-8",
    help: "save the script as UTF-8 text")

  package static func importCycle(chain: [String]) -> Problem {
    Problem(
      .importCycle, "these files import each other: \(Prose.chain(chain))",
      help: "move the shared parts into a third file")
  }

  package static func importMissing(path: String) -> Problem {
    Problem(
      .importMissing, "there is no file \(Prose.ticked(path))",
      help: "a path is relative to the folder of the file that imports it", names: [path])
  }

  package static func importNotReadable(path: String, reason: String) -> Problem {
    Problem(
      .importNotReadable, "\(Prose.ticked(path)) can't be read: \(reason)",
      help: "an import names one script", names: [path])
  }

  package static func importOutside(path: String) -> Problem {
    Problem(
      .importOutside,
      "\(Prose.ticked(path)) is outside the folder that imports may come from")
  }

  package static func tooManyImports(limit: Int) -> Problem {
    Problem(
      .tooManyImports, "more than \(limit) files are imported",
      help: "combine related files")
  }
}
