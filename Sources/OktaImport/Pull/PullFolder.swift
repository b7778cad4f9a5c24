package import FlowHTTP
import FlowScript
import FlowSyntax
package import FlowTerminal
import FlowText
import FlowLock

/// The folder of a pull: files that only their owner can read.
package final class PullFolder: Sendable {
  private let path: String
  private let origin: HTTPURL
  /// Whether the lists of an earlier pull are read again.
  private let isAgain: Bool
  /// Whether this pull has written a list.
  private let hasBegun = Mutex(false)

  /// The name of the file about the pull itself.
  package static let record = "pull"
  /// The maximum size of a file in bytes.
  private static let bytesMax = 256 << 20

  private init(_ path: String, _ origin: HTTPURL, isAgain: Bool) {
    self.path = path
    self.origin = origin
    self.isAgain = isAgain
  }

  /// Returns a folder for a pull, which is created with the first list.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - origin: The address of the tenant.
  ///   - isAgain: Whether to read lists again that the folder has.
  /// - Returns: The folder.
  /// - Throws: `UsageFault` if the folder has a finished pull, or one of another tenant.
  package static func prepared(
    _ path: String, of origin: HTTPURL, isAgain: Bool
  ) throws(UsageFault) -> PullFolder {
    let folder = PullFolder(path, origin, isAgain: isAgain)
    let known = FileReader.isTaken(folder.file(record)) ? folder.recordedOrigin : nil
    if let known {
      guard known.origin == origin.origin else {
        throw UsageFault(
          message: "`\(path)` is a pull of \(known.origin)", help: "choose another folder")
      }
      // The lists that were refused may be permitted now.
      guard isAgain || !known.isComplete || known.hasMissing else {
        throw UsageFault(
          message: "`\(path)` is a complete pull", help: "`--force` reads everything again")
      }
    }
    if known == nil, !isAgain, let first = folder.ownFiles.first {
      throw UsageFault(
        message: "`\(path)` already has \(first), which isn't of this pull",
        help: "choose another folder, or remove its files with `--force`")
    }
    return folder
  }

  /// Creates the folder, or removes what an earlier pull has written, before the first list is
  /// written.
  private func begin() throws(PullFailure) {
    let isFirst = hasBegun.withLock { begun in
      defer { begun = true }
      return !begun
    }
    guard isFirst else { return }
    if isAgain { clear() }
    do throws(PlainFailure) {
      try FileFolder.make(above: path + "/")
    } catch {
      throw PullFailure(error.message)
    }
    try put(PullFolder.record, record(isComplete: false, PullResult()))
  }

  private var recordedOrigin: (origin: String, isComplete: Bool, hasMissing: Bool)? {
    guard let bytes = try? FileReader.read(file(PullFolder.record), limit: 1 << 20),
      let json = try? JSON(parsing: bytes), let origin = json["pulled-from"]?.string
    else { return nil }
    return (origin, json["complete"]?.bool == true, json["missing"]?.array?.isEmpty == false)
  }

  private func record(isComplete: Bool, _ result: PullResult) -> JSON {
    [
      "pulled-from": .string(origin.origin), "complete": .bool(isComplete),
      "missing": .array(result.missing.map { .string($0) }),
      "files": .array(isComplete ? ownFiles.map { .string($0) } : []),
      "sample": .bool(result.sample != nil),
      "all-users": .bool(result.sample?.hasAll == true),
    ]
  }

  /// The names of the lists in the folder.
  private var ownFiles: [String] {
    ((try? FileReader.names(in: path)) ?? []).sorted().filter {
      PullFolder.isOwn($0) && $0 != "\(PullFolder.record).json"
    }
  }

  /// Records that the pull is complete.
  ///
  /// - Parameter result: What the pull has read.
  /// - Throws: `PullFailure` if the file can't be written.
  package func finish(_ result: PullResult) throws(PullFailure) {
    try put(PullFolder.record, record(isComplete: true, result))
  }

  /// Removes the files of an earlier pull.
  private func clear() {
    for name in (try? FileReader.names(in: path)) ?? [] where PullFolder.isOwn(name) {
      try? PrivateFile.remove("\(path)/\(name)")
    }
  }

  /// Whether a pull writes files with this name.
  private static func isOwn(_ name: String) -> Bool {
    let stems = [
      "policies-", "rules-", "mappings-", "methods-", "groups-of-", "users-of-", "factors-of-",
    ]
    let names = [
      "authenticators", "apps", "zones", "behaviors", "device-assurances", "idps", "user-types",
      "groups", "users", record,
    ]
    return name.hasSuffix(".json")
      && (names.contains(String(name.dropLast(5))) || stems.contains { name.hasPrefix($0) })
  }

  /// Whether a text can be a part of a file's name.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 64
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
      }
  }

  private func file(_ name: String) -> String { "\(path)/\(name).json" }

  /// Returns a list from the folder; `nil` if it isn't there.
  ///
  /// - Throws: `PullFailure` if it can't be read.
  func list(_ name: String) throws(PullFailure) -> [JSON]? {
    let isOld = isAgain && hasBegun.withLock { !$0 }
    guard !isOld, FileReader.isTaken(file(name)) else { return nil }
    do throws(ReadFault) {
      let bytes = try FileReader.read(file(name), limit: PullFolder.bytesMax)
      if let list = (try? JSON(parsing: bytes))?.array { return list }
    } catch {
      throw PullFailure("\(file(name)): \(error.words)")
    }
    throw PullFailure(
      "\(file(name)) isn't a list", help: "remove it, or write into another folder")
  }

  /// Writes a list, without secrets.
  func write(_ name: String, _ elements: [JSON]) throws(PullFailure) {
    try begin()
    try put(name, .array(elements.map(PullFolder.open)))
  }

  /// Writes a file.
  ///
  /// - Throws: `PullFailure`.
  private func put(_ name: String, _ json: JSON) throws(PullFailure) {
    do throws(PlainFailure) {
      try PrivateFile.write(Array(json.bytes()) + [0x0A], to: file(name))
    } catch {
      throw PullFailure("\(file(name)): \(error.message)")
    }
  }

  // MARK: Secrets

  /// Returns a value without the members that hold secrets.
  ///
  /// The API sends few of them: the secrets of clients and of identity providers, and answers to
  /// questions. No import needs them.
  static func open(_ json: JSON) -> JSON {
    switch json {
    case .array(let elements): .array(elements.map(open))
    case .object(let object):
      .object(
        JSONObject(
          members: object.members.filter { !isSecret($0) }.map { .init($0.name, open($0.value)) }))
    default: json
    }
  }

  private static func isSecret(_ member: JSONObject.Member) -> Bool {
    let name = member.name.lowercased().filter { $0 != "_" }
    // `password` is an object without a value, a policy's setting, or a name.
    if name == "password" { return member.value.string != nil }
    let words = ["secret", "privatekey", "apitoken", "activationtoken", "recoverytoken"]
    guard words.contains(where: name.contains) || name == "answer" || name == "passcode" else {
      return false
    }
    return member.value.object == nil && member.value.array == nil
  }

  // MARK: Criteria

  /// The properties by which the policies, rules and apps of the pull distinguish users.
  var criteria: UserCriteria {
    var criteria = UserCriteria()
    for name in (try? FileReader.names(in: path)) ?? []
    where name.hasPrefix("policies-") || name.hasPrefix("rules-") || name.hasPrefix("groups-of-0oa")
    {
      guard name.hasSuffix(".json"), let list = try? list(String(name.dropLast(5))) else {
        continue
      }
      for element in list { criteria.collect(element) }
    }
    return criteria
  }
}
