import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Sound orgs, and the effect of every weakening on `flow audit` and `flow diff`.
@Suite struct MutantTests {
  @Test("A sound org has at most notes", arguments: SoundOrg.all.indices)
  func sound(index: Int) async throws {
    let run = try await audit(SoundOrg.all[index])
    #expect(run.status == .success, "\(SoundOrg.all[index].name): \(run.all)")
    #expect(!run.output.contains("warning["), "\(run.all)")
  }

  private static let mutants = SoundOrg.all.indices.flatMap { org in
    Mutation.all.indices.map { (org, $0) }
  }

  /// All of them, or every third: `FLOW_EXPLORED_ORGS=1 swift test` tries all.
  private static let tried = mutants.filter { org, mutation in
    ProcessInfo.processInfo.environment["FLOW_EXPLORED_ORGS"] != nil || (org + mutation) % 3 == 0
  }

  @Test("There are 200 mutants, of at least 30 kinds")
  func number() {
    #expect(Mutation.all.count >= 30)
    #expect(Self.mutants.count >= 200)
  }

  @Test("Each is found by its own finding", arguments: tried)
  func mutant(org: Int, mutation: Int) async throws {
    let sound = SoundOrg.all[org]
    let mutation = Mutation.all[mutation]
    var mutant = sound
    mutation.change(&mutant)
    // Some change nothing: an app can't be lost if no one has it.
    guard mutant.text != sound.text, !mutation.idle.contains(sound.name) else { return }
    if let finding = mutation.finding {
      let run = try await audit(mutant)
      let isFound = run.output.contains("warning[\(finding)]")
      #expect(isFound, "\(sound.name), \(mutation.name): \(run.all)\n\(mutant.text)")
      #expect(run.status == .failed)
    }
    let folder = try TemporaryFolder()
    let paths = [
      try folder.write("old.flow", sound.text), try folder.write("new.flow", mutant.text),
    ]
    let run = await Shell(drawsAnew: true)(["diff"] + paths)
    let isTold = ["weaker: ", "stronger: ", "new: "].contains(where: run.output.contains)
    #expect(
      isTold != mutation.isOfTextAlone,
      "\(sound.name), \(mutation.name): \(run.all)\n\(mutant.text)")
  }

  @Test("Every finding's route is possible", arguments: Mutation.all.indices)
  func witness(mutation: Int) async throws {
    let (number, mutation) = (mutation, Mutation.all[mutation])
    guard mutation.finding != nil else { return }
    var org = SoundOrg.all[number % SoundOrg.all.count]
    mutation.change(&org)
    let folder = try TemporaryFolder()
    let run = await Shell(drawsAnew: true)(
      "audit", try folder.write("org.flow", org.text), "--write", folder.path + "/witnesses")
    guard run.errors.contains("witnesses/") else { return }
    let tested = await Shell(drawsAnew: true)(
      "test", folder.path + "/witnesses", "--root", folder.path)
    #expect(tested.status == .success, "\(mutation.name): \(tested.all)\n\(run.all)")
  }

  private func audit(_ org: SoundOrg) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    return await Shell(drawsAnew: true)(["audit", try folder.write("org.flow", org.text)])
  }

  // MARK: Equivalent changes

  private static let renamings: [@Sendable (inout SoundOrg) -> Void] = [
    { $0.replace("\"admins\"", by: "\"the admins\"", in: "admins") },
    { $0.replace("\"staff\"", by: "\"the staff\"", in: "staff") },
    { $0.replace("\"risky\"", by: "\"too risky\"", in: "risky") },
    { $0.move("staff", before: "admins") },
    { $0.move("zoe", before: "ada") },
    { $0.move("vpn", before: "office") },
    { $0.move("session", before: "risky") },
    { $0.move("outside", before: "ada") },
    { $0.replace("10.0.0.0/8", by: "10.0.0.0/9\", \"10.128.0.0/9", in: "office") },
    {
      $0.replace("\"office\" {", by: "\"headquarters\" {", in: "office")
      $0.replace("\"office\"", by: "\"headquarters\"", in: "enrollment")
    },
    {
      $0.replace("10.0.0.0/8", by: "10.0.0.0/9", in: "office")
      $0.insert("zone \"annex\" { ip \"10.128.0.0/9\" }", before: "vpn")
      $0.replace("\"office\"", by: "\"office\", \"annex\"", in: "enrollment")
    },
    {
      $0.insert(
        "sign-on \"vpn staff\" { when group staff and zone \"vpn\"; require password and "
          + "\($0.factor); reauthenticate every 8h }", before: "staff")
    },
    {
      for name in ["admins", "ada"] {
        $0.replace("admins", by: "administrators", in: name)
      }
    },
    { $0.replace("every 8h", by: "every 480m", in: "staff") },
    { $0.add("accept \"weaker-route\" \"as is usual here\"") },
  ]

  private static let renamed = SoundOrg.all.indices.flatMap { org in
    renamings.indices.map { (org, $0) }
  }

  @Test("Names, order and splitting change nothing", arguments: renamed)
  func renaming(org: Int, index: Int) async throws {
    let sound = SoundOrg.all[org]
    var other = sound
    Self.renamings[index](&other)
    let folder = try TemporaryFolder()
    let paths = [
      try folder.write("old.flow", sound.text), try folder.write("new.flow", other.text),
    ]
    let run = await Shell(drawsAnew: true)(["diff"] + paths)
    #expect(run.status == .success, "\(sound.name), \(index): \(run.all)")
    #expect(
      !run.output.contains("weaker: ") && !run.output.contains("stronger: "),
      "\(sound.name), \(index): \(run.all)\n\(other.text)")
  }
}
