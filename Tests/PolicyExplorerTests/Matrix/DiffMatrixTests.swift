import OktaSimulator
import Testing

@testable import PolicyExplorer

/// The cells of two orgs, worked out by hand.
@Suite("The matrix of a difference")
struct DiffMatrixTests {
  private static func org(_ rules: String) throws -> MatrixOrg {
    try MatrixOrg(
      """
      authenticators password, email, phone via sms
      zone "office" { ip "10.0.0.0/8" }
      zone "vpn" { ip "192.0.2.0/24" }
      \(rules)
      enrollment { required password; ask never }
      recovery { deny password, unlock }
      user "ann@acme.example" {
        password "Correct-Horse-1"; groups staff; phone "+15551230100"
      }
      user "gil@acme.example" { password "Correct-Horse-1"; groups guests }
      """)
  }

  private static let before = """
    sign-on "guests in" { when group guests and zone "office"; deny }
    sign-on "guests" { when group guests; require password }
    sign-on { require password and email }
    """

  @Test("Each cell reports the change from the old weakest route to the new one")
  func changes() throws {
    let old = try DiffMatrixTests.org(DiffMatrixTests.before)
    let new = try DiffMatrixTests.org(
      """
      sign-on "guests in" { when group guests and zone "office"; require password }
      sign-on "guests" { when group guests; deny }
      sign-on "office" { when zone "office"; require password }
      sign-on "vpn" { when zone "vpn"; require password and (email or phone) }
      sign-on { require password and email }
      """)
    let matrix = old.matrix(to: new)
    let signIn = matrix.columns.indices.filter { matrix.columns[$0].group == "Sign-in" }
    let places = signIn.map { matrix.columns[$0].place }
    #expect(places == ["outside zone office or vpn", "zone office", "zone vpn"])
    func cells(_ login: String) -> [String] {
      let all = matrix.cells(of: login)
      return signIn.map { all[$0] }
    }
    #expect(
      cells("ann@acme.example") == [
        "password + email (2 kinds): same", "password (1 kind): weaker",
        "password + email (2 kinds): weaker",
      ])
    let guest = ["denied: closed", "password (1 kind): opened", "denied: closed"]
    #expect(cells("gil@acme.example") == guest)
    let vpn = try #require(matrix.cells[0][signIn[2]])
    #expect(vpn.change?.gained.map(\.short) == ["password + phone via sms"])
    #expect(vpn.before?.short == "password + email")
    #expect(MatrixPage(matrix).text.contains("now also password + phone via sms"))
  }

  @Test("The same org has no changed cell, and a stricter one only stronger cells")
  func same() throws {
    let old = try DiffMatrixTests.org(DiffMatrixTests.before)
    let same = old.matrix(to: old)
    #expect(!same.cells.isEmpty)
    #expect(same.changes.map(\.kind) == [.same])
    let strict = try DiffMatrixTests.org(
      DiffMatrixTests.before.replacing("require password }", with: "require password and email }"))
    #expect(Set(old.matrix(to: strict).changes.map(\.kind)) == [.same, .stronger])
  }

  @Test("A picture shows only changes")
  func picture() throws {
    let old = try DiffMatrixTests.org(DiffMatrixTests.before)
    let new = try DiffMatrixTests.org(
      "sign-on \"office\" { when group staff and zone \"office\"; require password }\n"
        + DiffMatrixTests.before)
    let matrix = old.matrix(to: new)
    // Sessions are compared only if something has changed, and no head claims more.
    let sessions = matrix.columns.filter { $0.group == "Open session" }
    #expect(!sessions.isEmpty)
    for column in sessions {
      #expect(column.place == "zone office" && !column.detail.contains("anywhere"))
    }
    let picture = MatrixPicture(matrix).text
    #expect(picture.contains("ann@acme.example") && !picture.contains("gil@acme.example"))
    #expect(picture.contains("before: password + email") && picture.contains("▼ weaker"))
  }
}
