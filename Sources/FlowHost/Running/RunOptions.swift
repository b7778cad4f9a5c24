package import FlowSimulation
import FlowText
package import FlowEngine
package import FlowScript
package import FlowTerminal
package import OktaSimulator
import FlowSyntax

/// What `flow run` was asked for, or `flow test` for each flow, read and checked.
package struct RunOptions: Sendable {
  package var files: [String] = []
  package var only: [String] = []
  package var variables: [String: String] = [:]
  package var profiles: [ProfileReference] = []
  package var secrets: [String: Secret] = [:]
  /// The file that these are from.
  package var secretsFile: String?
  package var timeout: Duration?
  /// When the simulated orgs' clock begins; `nil` for now.
  package var time: OrgTime?
  /// What simulated orgs do wrong.
  package var faults: [OktaSimulator.Fault] = []
  package var org: (path: String, name: String?)?
  /// The org's name in the file of `--org` aside, whatever names a real issuer besides the script:
  /// options before the environment, that before the file of `--config`.
  package var issuer = IssuerSettings()
  /// The first of the options that say something about an issuer; `nil` where none was given.
  package var issuerOption: String?
  /// Where the tokens are kept.
  package var tokensFile: String?
  /// Whether the tokens are revoked once they have come.
  package var revokes = false
  /// The option that says what becomes of tokens; `nil` where none was given.
  var tokenOption: String? { tokensFile != nil ? "--tokens" : revokes ? "--revoke" : nil }
  /// Where passkeys are kept; `nil` where they last as long as a flow.
  package var passkeysFile: String?
  /// The option that says where passkeys are kept, where there is one.
  var passkeyOption: String? { passkeysFile != nil ? "--passkeys" : nil }
  /// Where the traffic of a run is kept; `nil` where it isn't.
  package var cassetteFile: String?
  /// Whether it is written over a file that already exists.
  package var replacesCassette = false
  package var caFile: String?
  /// Where an issuer's settings are read.
  package var configFile: String?
  /// The files of secrets, tokens, passkeys and settings, which no script is given.
  var ownFiles: [String] { [secretsFile, tokensFile, passkeysFile, configFile].compactMap { $0 } }
  package var root: String?
  package var detail = RunConsole.Detail.usual
  package var isJSON = false
  package var isInteractive = false
  package var takesInput = true
  /// Where the codes arrive that a real issuer sends.
  package var inboxes: [String] = []
  /// Whether scripts, and an inbox, may run other programs.
  package var allowsRun = false
  /// What was allowed outside of any script.
  package var permissions = RunPermissions()

  /// The first of the options that say something about a simulated org; `nil` where none was given.
  var simulatedOption: String? { time != nil ? "--at" : faults.isEmpty ? nil : "--fault" }

  package typealias Fault = UsageFault

  /// A file of profiles, and which of them is meant.
  package struct ProfileReference: Sendable {
    package var path: String
    package var name: String?

    /// A file of profiles, and which of them is meant.
    package init(path: String, name: String? = nil) {
      self.path = path
      self.name = name
    }
  }

  /// Nothing is asked for.
  package init() {}

  /// The variables of the programs that scripts and an inbox run.
  func childEnvironment(_ variables: [String: String]) -> [String: String] {
    ChildEnvironment.reduced(variables) { permissions.variables.names.contains($0) }
  }

  /// Reads the file of secrets, which may have changed.
  package mutating func readSecrets() throws(Fault) {
    if let secretsFile { secrets = try RunOptions.readSecrets(secretsFile) }
  }

  /// `FILE` or `FILE:NAME`; a colon that is part of the file's own name is not the last one.
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

  /// The largest file of secrets: thousands of them.
  private static let secretsBytesMax = 1 << 20

  /// Reads what a simulated org does wrong.
  package static func fault(_ text: String) throws(Fault) -> OktaSimulator.Fault {
    do throws(SettingProblem) { return try OktaSimulator.Fault(text) } catch {
      throw Fault(
        message: "`--fault \(text)`: \(error.message)",
        help: error.advice.map { "\($0)" })
    }
  }

  /// Reads `500ms`, `30s`, `2m`, `1h`, `1d`.
  package static func duration(_ text: String) throws(Fault) -> Duration {
    let milliseconds = WrittenDuration.fractional(text)
    if let milliseconds, milliseconds > 0, milliseconds < 1e12 {
      return .milliseconds(Int64(milliseconds))
    }
    throw Fault(
      message: "`\(text)` is no duration",
      help: "write a number and ms, s, m, h or d: `30s`, `2m`")
  }
}
