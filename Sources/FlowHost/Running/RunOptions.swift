package import FlowSimulation
import FlowText
package import FlowEngine
package import FlowScript
package import FlowTerminal
package import OktaSimulator
import FlowSyntax

/// The options of `flow run`, or of each flow of `flow test`, after validation.
package struct RunOptions: Sendable {
  package var files: [String] = []
  package var only: [String] = []
  package var variables: [String: String] = [:]
  package var profiles: [ProfileReference] = []
  package var secrets: [String: Secret] = [:]
  /// The path of the file of secrets; `nil` if there is none.
  package var secretsFile: String?
  package var timeout: Duration?
  /// The time at which the clocks of simulated orgs start; `nil` for the current time.
  package var time: OrgTime?
  /// The faults that simulated orgs produce, for tests of flows.
  package var faults: [OktaSimulator.Fault] = []
  package var org: (path: String, name: String?)?
  /// The settings of a real issuer that don't come from an org of a script or of `--org`.
  ///
  /// Options take precedence over the environment, and the environment takes precedence over the
  /// file of `--config`.
  package var issuer = IssuerSettings()
  /// The name of the first given option about an issuer; `nil` if none is given.
  package var issuerOption: String?
  /// The path of the file for tokens; `nil` if they aren't saved.
  package var tokensFile: String?
  /// Whether the tokens are revoked after the run.
  package var revokes = false
  /// The name of the given option about tokens; `nil` if none is given.
  var tokenOption: String? { tokensFile != nil ? "--tokens" : revokes ? "--revoke" : nil }
  /// The path of the file for passkeys; `nil` if each flow has its own passkeys.
  package var passkeysFile: String?
  /// The name of the given option about passkeys; `nil` if none is given.
  var passkeyOption: String? { passkeysFile != nil ? "--passkeys" : nil }
  /// The path of the file for the traffic of the run; `nil` if it isn't saved.
  package var cassetteFile: String?
  /// Whether the traffic may overwrite an existing file.
  package var replacesCassette = false
  package var caFile: String?
  /// The path of the file with an issuer's settings.
  package var configFile: String?
  /// The paths of the command's own files, which scripts can't read.
  var ownFiles: [String] { [secretsFile, tokensFile, passkeysFile, configFile].compactMap { $0 } }
  package var root: String?
  package var detail = RunConsole.Detail.usual
  package var isJSON = false
  package var isInteractive = false
  package var takesInput = true
  /// The inboxes in which codes of a real issuer arrive.
  package var inboxes: [String] = []
  /// Whether scripts and inboxes may run other programs.
  package var allowsRun = false
  /// What the user permits outside of any script.
  package var permissions = RunPermissions()

  /// The name of the first given option about a simulated org; `nil` if none is given.
  var simulatedOption: String? { time != nil ? "--at" : faults.isEmpty ? nil : "--fault" }

  package typealias Fault = UsageFault

  /// A file with profiles, and the name of one of them if the user gives it.
  package struct ProfileReference: Sendable {
    package var path: String
    package var name: String?

    /// Creates a reference.
    package init(path: String, name: String? = nil) {
      self.path = path
      self.name = name
    }
  }

  /// Creates default options.
  package init() {}

  /// Returns the environment variables for the programs that scripts and inboxes run.
  func childEnvironment(_ variables: [String: String]) -> [String: String] {
    ChildEnvironment.reduced(variables) { permissions.variables.names.contains($0) }
  }

  /// Reads the file of secrets again, because it may have changed.
  package mutating func readSecrets() throws(Fault) {
    if let secretsFile { secrets = try RunOptions.readSecrets(secretsFile) }
  }

  /// Splits `FILE` or `FILE:NAME`.
  ///
  /// A colon that belongs to the name of the file doesn't separate.
  package static func fileAndName(_ text: String) -> (path: String, name: String?) {
    guard let mark = text.lastIndex(of: ":"), mark != text.startIndex else { return (text, nil) }
    let name = text[text.index(after: mark)...]
    guard !name.isEmpty, !name.contains("/"), !name.contains("\\"), !name.hasSuffix(".flow") else {
      return (text, nil)
    }
    return (String(text[..<mark]), String(name))
  }

  package static func readSecrets(_ path: String) throws(Fault) -> [String: Secret] {
    do {
      return try SecretsFile.read(try FileReader.read(path, limit: secretsBytesMax))
    } catch let failure as PlainFailure {
      throw Fault(message: "\(path), \(failure.place ?? ""): \(failure.message)", help: nil)
    } catch let failure as ReadFault {
      throw Fault(message: "\(path): \(failure.words)", help: nil)
    } catch {
      throw Fault(message: "\(path): can't be read", help: nil)
    }
  }

  /// The maximum size of the file of secrets in bytes.
  ///
  /// This size is enough for thousands of secrets.
  private static let secretsBytesMax = 1 << 20

  /// Reads a value of `--fault`.
  package static func fault(_ text: String) throws(Fault) -> OktaSimulator.Fault {
    do throws(SettingProblem) { return try OktaSimulator.Fault(text) } catch {
      throw Fault(
        message: "`--fault \(text)`: \(error.message)",
        help: error.advice.map { "\($0)" })
    }
  }

  /// Reads a duration: `500ms`, `30s`, `2m`, `1h`, `1d`.
  package static func duration(_ text: String) throws(Fault) -> Duration {
    let milliseconds = WrittenDuration.fractional(text)
    if let milliseconds, milliseconds > 0, milliseconds < 1e12 {
      return .milliseconds(Int64(milliseconds))
    }
    throw Fault(
      message: "`\(text)` isn't a duration",
      help: "write a number and ms, s, m, h or d: `30s`, `2m`")
  }
}
