import CommandSupport
import OktaSimulator
import Testing

@testable import PolicyExplorer

/// The witnesses of a large org run, and end as their cells say.
@Suite("The witnesses of a matrix")
struct MatrixWitnessTests {
  /// The sample project's org, which takes a while to explore.
  private static let sample = Result {
    let text = try #require(Project.text("Examples/policy-qa/org.flow"))
    let org = try MatrixOrg("alder", script: text)
    return (text: text, org: org, survey: org.survey)
  }

  @Test("Every cell of the sample project has a witness that runs and ends as the cell says")
  func runs() async throws {
    let (text, org, survey) = try MatrixWitnessTests.sample.get()
    let matrix = Matrix(survey, org.writer, gaps: [])
    let folder = try TemporaryFolder()
    _ = try folder.write("org.flow", text)
    var flows = "import \"org.flow\"\n"
    var count = 0
    var missing = 0
    var seen: Set<String> = []
    var texts: [Int: String] = [:]
    for case let cell? in matrix.cells.joined() {
      let place = "\(cell.answer.short) \(cell.details)"
      guard let witness = cell.witness else {
        // No script can say that a passkey that was just enrolled answers, or expect something that
        // a server doesn't send: the reason why a link leads to no page.
        let enrolls = cell.answer.routes.first?.things.contains("enroll webauthn") == true
        #expect(enrolls || cell.answer.level == .denied, "\(place)")
        missing += 1
        continue
      }
      let isIn = !cell.answer.routes.isEmpty
      #expect(witness.contains("\n  expect success") == isIn, "\(place)\n\(witness)")
      // Many cells have the same flow.
      guard seen.insert(witness).inserted else { continue }
      count += 1
      texts[count] = witness
      // A different name for each flow of the file.
      flows += "\n" + witness.replacing("flow \"", with: "flow \"\(count) ", maxReplacements: 1)
    }
    _ = try folder.write("all.flow", flows)
    let run = await Shell(drawsAnew: true)("test", folder.path + "/all.flow")
    #expect(count > 400 && missing < 20, "\(missing)")
    #expect(run.output.contains("\(count) passed"))
    for line in run.lines where line.hasPrefix("FAIL") {
      let number = line.firstMatch(of: /all\.flow: (\d+)/).flatMap { Int($0.1) }
      Issue.record("\(line)\n\(number.flatMap { texts[$0] } ?? "")")
    }
  }

  @Test("A displayed witness has no password of the org")
  func masked() throws {
    let (_, org, survey) = try MatrixWitnessTests.sample.get()
    let writer = AnswerWriter(org.org, people: org.people, now: MatrixOrg.now)
    let page = MatrixPage(Matrix(survey, writer, gaps: [])).text
    #expect(page.contains("&quot;***&quot;"))
    let secrets = [
      "Correct-Horse-1", "JBSWY3DPEHPK3PXP", "welcome-max-1", "recover-tom-1", "Turnips",
    ]
    for secret in secrets {
      #expect(!page.contains(secret), "\(secret)")
    }
  }
}
