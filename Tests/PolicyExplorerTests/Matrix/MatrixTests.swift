import OktaSimulator
import Testing

@testable import PolicyExplorer

/// The cells of small orgs, worked out by hand.
@Suite("The matrix of an org")
struct MatrixTests {
  private static let settings = """
      authenticators password, email, webauthn
      zone "office" { ip "10.0.0.0/8" }
      sign-on "admins" { when group admins; require password and phishing-resistant possession }
      sign-on "office" { when zone "office"; require password }
      sign-on "guests" { when group guests; deny }
      sign-on { require password and email }
      enrollment { required password; ask never }
      recovery { deny password, unlock }
      user "ada@acme.example" { password "Correct-Horse-1"; groups admins; passkey ada }
      user "ben@acme.example" { password "Correct-Horse-1"; groups staff }
      user "bob@acme.example" { password "Correct-Horse-2"; groups staff }
      user "gil@acme.example" { password "Correct-Horse-1"; groups guests }
      user "nat@acme.example" { password "Correct-Horse-1"; status suspended }
    """

  @Test("Each cell has the weakest route of its class in its circumstance")
  func cells() throws {
    let matrix = try MatrixOrg(MatrixTests.settings).matrix()
    #expect(
      matrix.columnTexts == [
        "Sign-in: outside zone office, in every case", "Sign-in: zone office, in every case",
      ])
    let key = "password + webauthn (3 kinds, phishing-resistant)"
    #expect(matrix.cells(of: "ada@acme.example") == [key, key])
    #expect(
      matrix.cells(of: "ben@acme.example") == ["password + email (2 kinds)", "password (1 kind)"])
    #expect(matrix.cells(of: "gil@acme.example") == ["denied", "password (1 kind)"])
    #expect(matrix.cells(of: "nat@acme.example") == ["no way in", "no way in"])
  }

  @Test("Users with the same routes are one row, with what they have in common")
  func rows() throws {
    let matrix = try MatrixOrg(MatrixTests.settings).matrix()
    #expect(
      matrix.rows.map(\.label) == [
        "ada@acme.example", "ben@acme.example and bob@acme.example", "gil@acme.example",
        "nat@acme.example",
      ])
    #expect(matrix.rows.map(\.note) == ["group admins", "group staff", "group guests", ""])
    #expect(matrix.users == 5)
  }

  @Test("A session is a separate column, and lets in with nothing until it is too old")
  func sessions() throws {
    let org = try MatrixOrg(
      """
      authenticators password, email
      sign-on { require password and email; reauthenticate every 20m }
      recovery { deny password, unlock }
      user "ann@acme.example" {
        password "Correct-Horse-1"; session password, email 5m ago
      }
      user "sam@acme.example" { password "Correct-Horse-1" }
      """)
    let matrix = org.matrix()
    #expect(
      matrix.columnTexts == [
        "Sign-in: anywhere, in every case", "Open session: anywhere, in every case",
      ])
    let both = "password + email (2 kinds)"
    #expect(
      matrix.cells(of: "ann@acme.example")
        == [both, "nothing (no verification, within 15m)"])
    #expect(matrix.cells(of: "sam@acme.example") == [both, "-"])
    let phases = try #require(matrix.cells[0][1]?.phases)
    #expect(phases.map(\.time) == ["within 15m", "after 15m"])
    #expect(phases.map(\.answer.short) == ["nothing", "password + email"])
  }

  @Test("A factor that is enrolled or reset during the route doesn't make it stronger")
  func gained() throws {
    let enrolled = try MatrixOrg(
      """
      authenticators password, phone via sms
      sign-on { require password and phone }
      enrollment { required password, phone }
      recovery { deny password, unlock }
      user "ann@acme.example" { password "Correct-Horse-1" }
      """)
    #expect(
      enrolled.matrix().cells(of: "ann@acme.example") == ["password + enroll phone (1 kind)"])
    let reset = try MatrixOrg(
      """
      authenticators password, email
      sign-on { require password }
      recovery { password by email; deny unlock }
      user "ann@acme.example" { password "Correct-Horse-1" }
      """)
    let answer = try #require(reset.matrix().cells[0][0]?.answer)
    #expect(
      Set(answer.routes.map(\.short)) == ["password", "reset the password by email"])
    #expect(answer.routes.allSatisfy { $0.kinds == 1 })
  }

  @Test("The order of routes is kinds, then phishing-resistant, then things, then length")
  func order() {
    func route(
      _ kinds: Int, _ resists: Bool = false, _ things: [String] = ["a"], _ length: Int = 3,
      _ steps: [String] = ["a"]
    ) -> MatrixRoute {
      MatrixRoute(
        things: things, steps: steps, kinds: kinds, resistsPhishing: resists, earlier: [],
        rule: "r", sessionRule: "s", isEnough: true, length: length)
    }
    let ordered = [
      route(0, false, []), route(1), route(1, false, ["a"], 4), route(1, false, ["a"], 4, ["b"]),
      route(1, false, ["a", "b"], 1), route(1, true), route(2), route(2, true, ["a"], 1), route(3),
    ]
    for (index, one) in ordered.enumerated() {
      for (other, second) in ordered.enumerated() {
        #expect(MatrixRoute.isWeaker(one, than: second) == (index < other), "\(index) \(other)")
      }
    }
    #expect(ordered.map(\.level).first == .nothing)
  }

  @Test("An unexplored cell has no verdict")
  func incomplete() throws {
    var org = try MatrixOrg(MatrixTests.settings)
    org.states = 2
    let matrix = org.matrix(gaps: ["an exploration has more states"])
    // One factor is found at once, and something weaker may be left.
    #expect(
      matrix.cells(of: "ben@acme.example") == ["not complete", "password (1 kind, not complete)"])
    #expect(MatrixPage(matrix).text.contains("Not complete: an exploration has more states."))
    #expect(MatrixPicture(matrix).text.contains("Not complete: an exploration has more states."))
  }

  @Test("A finding marks only its witness's cell")
  func marks() throws {
    let org = try MatrixOrg(MatrixTests.settings)
    let survey = org.survey
    let office = try #require(
      survey.explorations.first {
        $0.kind.logins.contains("gil@acme.example") && !$0.ways.isEmpty
      })
    let mark = Matrix.Mark(id: "weak", message: "a message", route: office.ways.first)
    let none = Matrix.Mark(id: "none", message: "nowhere", route: nil)
    let matrix = Matrix(survey, org.writer, gaps: [], marks: [mark, none])
    let marked = matrix.cells.map { $0.map { $0?.marks ?? [] } }
    #expect(marked.joined().filter { !$0.isEmpty } == [[0]])
    let row = try #require(matrix.rows.firstIndex { $0.label == "gil@acme.example" })
    #expect(marked[row] == [[], [0]])
    #expect(MatrixPage(matrix).text.contains("href=\"#c\(row)-1\">show its cell"))
  }
}
