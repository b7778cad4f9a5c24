package import FlowSimulation
import FlowText
package import FlowEngine
package import FlowScript
package import FlowTerminal
package import OktaSimulator
import FlowSyntax

/// The validated options of `flow run`, or of each flow of `flow test`.
package struct RunOptions: Sendable {
  package var files: [String] = []
  package var only: [String] = []
  package var variables: [String: String] = [:]
  package var profiles: [ProfileReference] = []
  package var secrets: [String: Secret] = [:]
  /// The path of the file of secrets.
  package var secretsFile: String?
  package var timeout: Duration?
  /// The start of the simulated orgs' clock; `nil` for now.
  package var time: OrgTime?
  /// The faults of simulated orgs.
  package var faults: [OktaSimulator.Fault] = []
  package var org: (path: String, name: String?)?
  /// The settings of a real issuer from outside the script, apart from an org in the file of
  /// `--org`.
  ///
  /// Options have priority over the environment, and the environment over the file of `--config`.
  package var issuer = IssuerSettings()
  /// The first given option about an issuer; `nil` if there is none.
  package var issuerOption: String?
  /// The file for the tokens.
  package var tokensFile: String?
  /// Whether the tokens are revoked after the run.
  package var revokes = false
  /// The given option about tokens; `nil` if there is none.
  var tokenOption: String? { tokensFile != nil ? "--tokens" : revokes ? "--revoke" : nil }
  /// The file for passkeys; `nil` if they last as long as a flow.
  package var passkeysFile: String?
  /// The given option about passkeys; `nil` if there is none.
  var passkeyOption: String? { passkeysFile != nil ? "--passkeys" : nil }
  /// The file for the traffic of a run; `nil` if it isn't saved.
  package var cassetteFile: String?
  /// Whether an existing file is overwritten with the traffic.
  package var replacesCassette = false
  package var caFile: String?
  /// The file of an issuer's settings.
  package var configFile: String?
  /// The files of secrets, tokens, passkeys and settings, which scripts may not read.
  var ownFiles: [String] { [secretsFile, tokensFile, passkeysFile, configFile].compactMap { $0 } }
  package var root: String?
  package var detail = RunConsole.Detail.usual
  package var isJSON = false
  package var isInteractive = false
  package var takesInput = true
  /// The inboxes for the codes of a real issuer.
  package var inboxes: [String] = []
  /// Whether scripts, and an inbox, may run other programs.
  package var allowsRun = false
  /// The permissions from outside of any script.
  package var permissions = RunPermissions()

  /// The first given option about a simulated org; `nil` if there is none.
  var simulatedOption: String? { time != nil ? "--at" : faults.isEmpty ? nil : "--fault" }

  package typealias Fault = UsageFault

  /// A file of profiles, and optionally the name of one of them.
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

  /// Returns the variables of the programs that scripts and an inbox run.
  func childEnvironment(_ variables: [String: String]) -> [String: String] {
    ChildEnvironment.reduced(variables) { permissions.variables.names.contains($0) }
  }

  /// Reads the file of secrets, which may have changed.
  package mutating func readSecrets() throws(Fault) {
    if let secretsFile { secrets = try RunOptions.readSecrets(secretsFile) }
  }

  /// Splits `FILE` or `FILE:NAME`.
  ///
  /// A colon in the file's own name isn't the separator.
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

  /// The largest file of secrets, enough for thousands of them.
  private static let secretsBytesMax = 1 << 20

  /// Parses a fault of a simulated org.
  package static func fault(_ text: String) throws(Fault) -> OktaSimulator.Fault {
    do throws(SettingProblem) { return try OktaSimulator.Fault(text) } catch {
      throw Fault(
        message: "`--fault \(text)`: \(error.message)",
        help: error.advice.map { "\($0)" })
    }
  }

  /// Parses a duration: `500ms`, `30s`, `2m`, `1h`, `1d`.
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
