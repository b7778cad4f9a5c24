import FlowText
import FlowInterpreter
import FlowScript
import FlowSyntax
import FlowHTTP
package import FlowTerminal
import OktaSimulator

/// The project's file, `flow.json`.
///
/// The file has the variables that scripts may read, and the path of the file of secrets.
///
/// The file is read only from the current folder, and never from a script's folder or from a folder
/// above. So a script can't bring its own permissions. The file can't permit hosts.
package struct ProjectFile: Sendable {
  package typealias Fault = UsageFault

  /// The names of the variables that scripts may read in runs against a real issuer.
  package private(set) var variables: [String] = []
  /// The path of the file of secrets, relative to the current folder; `nil` if the file names none.
  package private(set) var secretsFile: String?

  /// The name of the file.
  package static let name = "flow.json"
  /// The maximum size of the file in bytes.
  private static let bytesMax = 64 << 10
  private static let members = ["env", "secrets"]
  /// The file of secrets of a folder whose project file names none.
  private static let usualSecretsFile = "flow.env"

  /// Reads a file.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: The contents; `nil` if the file doesn't exist.
  /// - Throws: `Fault`. The message begins with the path. It quotes only names of members.
  package static func read(_ path: String) throws(Fault) -> ProjectFile? {
    guard !FileReader.isSpecial(path) else { throw fault(path, "it is a pipe or a device") }
    guard !FileReader.isLink(path) else { throw fault(path, "it is a link", help: nil) }
    let bytes: [UInt8]
    do throws(ReadFault) { bytes = try FileReader.read(path, limit: bytesMax) } catch {
      if case .missing = error { return nil }
      throw fault(path, "\(error.words)")
    }
    let json: JSON
    // A repeated name is reported below with a better message.
    var limits = JSONLimits.standard
    limits.allowsRepeatedNames = true
    do throws(JSONFailure) { json = try JSON(parsing: bytes, limits: limits) } catch {
      throw fault(path, "line \(line(of: error.offset, in: bytes)): \(error.reason.rawValue)")
    }
    guard let object = json.object else { throw fault(path, "it isn't a JSON object") }
    var file = ProjectFile()
    var seen: Set<String> = []
    for member in object.members {
      guard members.contains(member.name) else {
        let nearest = Suggestion.nearest(member.name, among: members).first
        throw fault(
          path, "unknown setting `\(member.name)`",
          help: nearest.map { "did you mean `\($0)`?" } ?? ProjectFile.help)
      }
      guard seen.insert(member.name).inserted else {
        throw fault(path, "`\(member.name)` is given twice", help: "leave one of them out")
      }
      try file.take(member, of: path)
    }
    return file
  }

  /// Returns the file of secrets of a project in another folder.
  ///
  /// The `env` in that project's file isn't used. The secrets belong to that folder, but the
  /// variables belong to the user.
  ///
  /// - Parameter folder: The project's folder.
  /// - Returns: The path of the file that the project names, or of its `flow.env`, from the current
  ///   folder; `nil` if it has neither.
  /// - Throws: `Fault`, like `read`.
  package static func secretsFile(of folder: String) throws(Fault) -> String? {
    let path = (folder.hasSuffix("/") ? folder : folder + "/") + name
    return try read(path)?.secretsFile ?? usualSecretsFile(beside: path)
  }

  /// Returns the path of `flow.env` in the folder of a project file, whether that file exists or
  /// not.
  ///
  /// - Parameter projectFile: The path of the project file.
  /// - Returns: The path; `nil` if there is no such file, or it is a link out of the folder.
  package static func usualSecretsFile(beside projectFile: String) -> String? {
    let folder = projectFile.lastIndex(of: "/").map { String(projectFile[...$0]) } ?? ""
    let path = folder + usualSecretsFile
    let isOwn =
      FileReader.exists(path) && !FileReader.isSpecial(path)
      && ScriptTree.holds(path, root: folder.isEmpty ? "." : folder)
    return isOwn ? path : nil
  }

  private mutating func take(_ member: JSONObject.Member, of path: String) throws(Fault) {
    guard member.name == "env" else {
      guard let text = member.value.string, !text.isEmpty, !text.utf8.contains(0) else {
        throw ProjectFile.fault(path, "`secrets` isn't the path of a file")
      }
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      let file = folder + text
      let root = folder.isEmpty ? "." : folder
      guard !text.hasPrefix("/"), !text.split(separator: "/").contains(".."),
        !FileReader.exists(file) || ScriptTree.holds(file, root: root)
      else {
        throw ProjectFile.fault(
          path, "`secrets` leads out of the folder", help: "`--secrets FILE` accepts any file")
      }
      secretsFile = file
      return
    }
    guard let elements = member.value.array else {
      throw ProjectFile.fault(path, "`env` isn't a list of names")
    }
    var permitted = PermittedVariables()
    for (index, element) in elements.enumerated() {
      if let name = element.string, let own = OwnCredential(rawValue: name) {
        throw ProjectFile.fault(
          path, "`env` can't give scripts `\(name)`, a credential of flow itself",
          help: "\(own.use)")
      }
      guard let name = element.string, permitted.add(name, by: .projectFile) else {
        throw ProjectFile.fault(path, "element \(index + 1) of `env` isn't the name of a variable")
      }
      variables.append(name)
    }
  }

  private static let help: TerminalText =
    "write `{\"env\": [\"JANE_PASSWORD\"], \"secrets\": \"flow.env\"}`"

  private static func fault(_ path: String, _ message: TerminalText, help: TerminalText? = help)
    -> Fault
  {
    Fault(message: "\(path): \(message)", help: help)
  }

  private static func line(of offset: Int, in bytes: [UInt8]) -> Int {
    bytes.prefix(offset).count { $0 == 0x0A } + 1
  }
}
