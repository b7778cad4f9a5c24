import CommandSupport
import FlowHTTP
import FlowScript
import FlowTerminal
import TestSupport
import Testing

/// Objects of two exports that have each other's names.
@Suite("flow gate: exchanged names") struct GateSwapTests {
  private static let names = ["Alpha", "Beta", "Gamma"]

  /// An org in which the password is enough for some apps.
  private static func org(lax: [Bool], left: [Int] = [0, 1, 2], _ more: String = "") -> String {
    let apps = left.map {
      "app \"\(names[$0])\" { sign-on-policy \"\(lax[$0] ? "Lax" : "Strict")\" }"
    }
    let used = Set(left.map { lax[$0] })
    let policies = [
      used.contains(true) ? "sign-on-policy \"Lax\" { sign-on { require password } }" : "",
      used.contains(false)
        ? "sign-on-policy \"Strict\" { sign-on { require password and phone } }" : "",
    ]
    return """
      org acme {
        authenticators password, phone via sms
        recovery { deny password, unlock }
        user "ada@x.example" { password "Correct-Horse-1"; phone "+15551234567"; groups staff }
        user "bob@x.example" { password "Correct-Horse-2"; phone "+15551234568"; groups crew }
        \(more)
        \((policies + apps).joined(separator: "\n  "))
      }

      """
  }

  /// Gives objects of the newer export other names, all at once.
  private static func rename(
    _ exports: GateExports, _ member: String, _ names: [(String, String)], in files: String
  ) throws {
    for (name, _) in names {
      let count = try exports.replace(
        "\"\(member)\":\"\(name)\"", with: "\"\(member)\":\"<\(name)>\"", in: files)
      #expect(count > 0, "\(name)")
    }
    for (name, other) in names {
      _ = try exports.replace(
        "\"\(member)\":\"<\(name)>\"", with: "\"\(member)\":\"\(other)\"", in: files)
    }
  }

  private static let permutations = [
    [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0],
  ]

  @Test("The names of apps make no difference", arguments: permutations)
  func apps(order: [Int]) async throws {
    for (lax, then) in [
      ([true, false, false], [false, true, false]), ([true, false, false], [true, false, false]),
      ([true, false, true], [false, true, false]), ([true, true, false], [true, false, false]),
    ] {
      let exports = try await GateExports(Self.org(lax: lax), Self.org(lax: then))
      try Self.rename(
        exports, "label", (0..<3).map { (Self.names[$0], Self.names[order[$0]]) }, in: "apps")
      let run = await exports.gate()
      let isWeaker = (0..<3).contains { then[$0] && !lax[$0] }
      let isStronger = (0..<3).contains { !then[$0] && lax[$0] }
      #expect(run.status == (isWeaker ? .failed : .success), "\(order) \(run.all)")
      #expect(run.output.contains("weaker: ") == isWeaker, "\(order) \(run.all)")
      #expect(run.output.contains("stronger: ") == isStronger, "\(order) \(run.all)")
      #expect(!run.output.contains("new app") && !run.output.contains("removed"), "\(run.all)")
      let renamed = (0..<3).count { order[$0] != $0 }
      #expect(run.output.count(of: "is now named") == renamed, "\(run.all)")
    }
  }

  @Test("An app with the name of a deleted one isn't that one")
  func takeover() async throws {
    // Before, the password was enough for `Alpha`, which is gone.
    for (lax, then) in [([true, false, false], true), ([true, false, false], false)] {
      let exports = try await GateExports(
        Self.org(lax: lax), Self.org(lax: [true, then, false], left: [1, 2]))
      try Self.rename(exports, "label", [("Beta", "Alpha")], in: "apps")
      let run = await exports.gate()
      #expect(run.status == (then ? .failed : .success), "\(run.all)")
      #expect(run.output.contains("weaker: ") == then, "\(run.all)")
      #expect(run.output.contains("the app `Beta` is now named `Alpha`"), "\(run.all)")
      #expect(run.output.contains("the app `Alpha` is gone, and is `Alpha (old)` here"))
      #expect(run.output.contains("app removed: `Alpha (old)`"), "\(run.all)")
      #expect(!run.output.contains("new app"), "\(run.all)")
    }
    // The name of a renamed app, and a new app with the old name.
    let exports = try await GateExports(
      Self.org(lax: [true, false, false], left: [0, 2]), Self.org(lax: [true, false, false]))
    try Self.rename(exports, "label", [("Alpha", "Beta"), ("Beta", "Alpha")], in: "apps")
    let run = await exports.gate()
    #expect(run.status == .failed && run.output.contains("new app `Alpha`"), "\(run.all)")
    #expect(!run.output.contains("weaker: "), "\(run.all)")
  }

  @Test("Apps with the same name are compared by their ids")
  func twice() async throws {
    for (lax, then) in [
      ([true, false, false], [false, true, false]), ([true, false, false], [true, false, false]),
    ] {
      let exports = try await GateExports(Self.org(lax: lax), Self.org(lax: then))
      let same = try FileReader.read("\(exports.old)/apps.json", limit: 1 << 20)
      let text = String(decoding: same, as: UTF8.self)
      _ = try exports.folder.write(
        "a/apps.json", text.replacing("\"label\":\"Beta\"", with: "\"label\":\"Alpha\""))
      try Self.rename(exports, "label", [("Beta", "Alpha")], in: "apps")
      // The newer export lists them in another order.
      let bytes = try FileReader.read("\(exports.new)/apps.json", limit: 1 << 20)
      let apps = try #require(try JSON(parsing: bytes).array)
      let reversed = JSON.array(apps.reversed())
      _ = try exports.folder.write(
        "b/apps.json", String(decoding: reversed.bytes(), as: UTF8.self))
      let run = await exports.gate()
      let isWeaker = lax != then
      #expect(run.status == (isWeaker ? .failed : .success), "\(run.all)")
      #expect(run.output.contains("weaker: ") == isWeaker, "\(run.all)")
    }
  }

  /// Objects that exchange their names, and the rules that name them.
  static let swaps: [(kind: String, first: String, second: String, file: String)] = [
    ("zone", "one", "two", "zones"),
    ("group", "staff", "crew", "groups"),
    ("behavior", "one", "two", "behaviors"),
    ("device assurance", "one", "two", "device-assurances"),
  ]

  private static func rules(_ kind: String, _ first: String, _ second: String) -> String {
    let definitions: String
    switch kind {
    case "zone":
      definitions = "zone \"one\" { ip \"10.0.0.0/8\" }\n  zone \"two\" { ip \"11.0.0.0/8\" }"
    case "device assurance":
      definitions =
        "assurance \"one\" { platform macos; os-version \"14\" }\n  "
        + "assurance \"two\" { platform windows; os-version \"10\" }"
    default: definitions = ""
    }
    let word = kind == "device assurance" ? "assurance" : kind
    return """
      \(definitions)
        sign-on-policy "Main" {
          sign-on "first" { when \(word) "\(first)"; require password }
          sign-on "second" { when \(word) "\(second)"; require password and phone }
          sign-on { deny }
        }
        app "Main" { sign-on-policy "Main" }
      """
  }

  @Test("Exchanged names of other objects are notes, and changed rules aren't", arguments: swaps)
  func others(
    kind: String, first: String, second: String, file: String
  ) async throws {
    let lax = [false, false, false]
    let org = Self.org(lax: lax, Self.rules(kind, first, second))
    let names = [(first, second), (second, first)]
    for isChanged in [false, true] {
      let new = isChanged ? Self.org(lax: lax, Self.rules(kind, second, first)) : org
      let exports = try await GateExports(org, new)
      try Self.rename(exports, "name", names, in: file)
      if kind == "behavior" {
        for (text, other) in [("one", "<one>"), ("two", "one"), ("<one>", "two")] {
          _ = try exports.replace("contains('\(text)')", with: "contains('\(other)')", in: "rules-")
        }
      }
      let run = await exports.gate()
      #expect(run.output.contains("the \(kind) `\(first)` is now named `\(second)`"), "\(run.all)")
      #expect(run.output.contains("weaker: ") == isChanged, "\(run.all)")
      #expect(run.output.contains("stronger: ") == isChanged, "\(run.all)")
      #expect(run.status == (isChanged ? .failed : .success), "\(run.all)")
    }
  }

  @Test("Groups without known members are compared by their ids")
  func unknownGroups() async throws {
    let lax = [false, false, false]
    let names = [("staff", "crew"), ("crew", "staff")]
    for isChanged in [false, true] {
      let org = Self.org(lax: lax, Self.rules("group", "staff", "crew"))
      let new = isChanged ? Self.org(lax: lax, Self.rules("group", "crew", "staff")) : org
      let exports = try await GateExports(org, new)
      for (path, name) in [(exports.old, "a"), (exports.new, "b")] {
        let bytes = try FileReader.read("\(path)/groups.json", limit: 1 << 20)
        let groups = try #require(try JSON(parsing: bytes).array)
        let everyone = try #require(
          groups.first { $0["type"]?.string == "BUILT_IN" }?["id"]?.string)
        // The members of a single group are known, so those of the others are unknown.
        for file in try FileReader.names(in: path)
        where file.hasPrefix("members-of") && !file.contains(everyone)
          || file.hasPrefix("groups-of-00u")
        {
          _ = try exports.folder.write("\(name)/\(file)", "{}")
        }
      }
      let plain = await exports.gate("--accept-gaps")
      try Self.rename(exports, "name", names, in: "groups")
      let run = await exports.gate("--accept-gaps")
      #expect(run.output.contains("weaker: ") == isChanged, "\(run.all)")
      #expect(plain.output.contains("weaker: ") == isChanged, "\(plain.all)")
    }
  }

  @Test("Names that expressions test are a gap if other objects have them")
  func tested() async throws {
    let lax = [false, false, false]
    let exports = try await GateExports(Self.org(lax: lax, Self.rules("group", "staff", "crew")))
    try Self.rename(exports, "name", [("staff", "crew"), ("crew", "staff")], in: "groups")
    try Self.add("user.isMemberOf({'group.profile.name':'st'})", to: exports)
    let run = await exports.gate()
    #expect(run.status == .failed, "\(run.all)")
    #expect(
      run.all.contains("the name of the group `staff` decides something, and another one has"),
      "\(run.all)")
  }

  /// Gives the sign-on rules of both exports a condition with an expression.
  private static func add(_ expression: String, to exports: GateExports) throws {
    for folder in ["a", "b"] {
      let path = folder == "a" ? exports.old : exports.new
      for file in try FileReader.names(in: path) where file.hasPrefix("rules-") {
        let bytes = try FileReader.read("\(path)/\(file)", limit: 1 << 20)
        let text = String(decoding: bytes, as: UTF8.self).replacing(
          "\"conditions\":null",
          with: "\"conditions\":{\"elCondition\":{\"condition\":\"\(expression)\"}}")
        _ = try exports.folder.write("\(folder)/\(file)", text)
      }
    }
  }

  @Test(
    "A new name that an expression may accept is a gap, although the expression isn't evaluated",
    arguments: [
      ("isMemberOfGroupNameContains('taf')", true), ("isMemberOfGroupNameRegex('s.*')", true),
      ("isMemberOfGroupNameContains('boss')", true),
      ("isMemberOfGroupNameContains('other')", false),
    ])
  func unevaluated(expression: String, isTested: Bool) async throws {
    let lax = [false, false, false]
    let exports = try await GateExports(Self.org(lax: lax, Self.rules("group", "staff", "crew")))
    try Self.rename(exports, "name", [("staff", "boss")], in: "groups")
    try Self.add(expression, to: exports)
    // The expression of the last rule is a gap in both versions.
    let run = await exports.gate("--accept-gaps")
    #expect(run.status == (isTested ? .failed : .success), "\(run.all)")
    let words =
      "the group `staff` is now named `boss`, which an expression that isn't evaluated may test: "
      + "`\(expression)`"
    #expect(run.all.contains(words) == isTested, "\(run.all)")
    let json = await exports.gate("--format", "json")
    #expect(json.output.contains("may test") == isTested, "\(json.all)")
  }
}
