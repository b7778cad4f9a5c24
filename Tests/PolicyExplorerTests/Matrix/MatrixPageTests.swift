import CommandSupport
import OktaSimulator
import Testing

@testable import PolicyExplorer

/// The page and the picture: nothing of an org becomes markup, and nothing is loaded.
@Suite("The page and the picture of a matrix")
struct MatrixPageTests {
  /// Text that would be markup, end an element, or turn the direction of writing.
  private static let hostile =
    "<script>alert(1)</script>\"'</style></pre><img src=x onerror=y>&\u{202E}\u{0}\u{2028}"

  /// An org whose names are hostile, without characters that a script's text can't have.
  private static let org = """
    authenticators password, email
    zone "<b>'zone'</b>" { ip "10.0.0.0/8" }
    sign-on "</script><script>alert(1)</script>" { when zone "<b>'zone'</b>"; require password }
    sign-on "</style>&rule" { require password and email }
    recovery { deny password, unlock }
    user "<i>ann</i>'@acme.example" { password "Correct-Horse-1"; groups "<u>staff</u>" }
    """

  /// The elements that a page opens, each with its count.
  private static func elements(_ text: String) -> [String: Int] {
    var counts: [String: Int] = [:]
    for part in text.split(separator: "<").dropFirst() {
      let name = part.prefix { $0.isLetter || $0.isNumber }
      if !name.isEmpty { counts[String(name), default: 0] += 1 }
    }
    return counts
  }

  /// A matrix of one cell with a text in every position.
  private static func matrix(_ text: String) -> Matrix {
    let route = MatrixRoute(
      things: [text], steps: [text], kinds: 1, resistsPhishing: false, earlier: [text], rule: text,
      sessionRule: text, isEnough: false, length: 1)
    let answer = MatrixAnswer(level: .oneKind, routes: [route, route], refusal: text)
    let change = Matrix.Change(kind: .weaker, gained: [route], lost: [route])
    let phase = Matrix.Phase(time: text, answer: answer, before: answer, change: change)
    let other = Matrix.Phase(
      time: text, answer: MatrixAnswer(level: .denied, refusal: text), before: answer,
      change: Matrix.Change(kind: .same))
    var cell = Matrix.Cell(phases: [phase, other])
    cell.marks = [0]
    cell.witness = "flow \(text) {\n  \(text)\n}"
    var matrix = Matrix(
      subject: .audit, org: text, gaps: [text],
      marks: [Matrix.Mark(id: text, message: text, route: nil)])
    matrix.notes = [text]
    matrix.rows = [Matrix.Row(label: text, note: text, logins: [text])]
    matrix.columns = [Matrix.Column(group: text, place: text, label: text, detail: text)]
    matrix.cells = [[cell]]
    return matrix
  }

  @Test("A hostile text opens no element, ends none, and is never raw")
  func hostile() {
    let matrix = MatrixPageTests.matrix(MatrixPageTests.hostile)
    let plain = MatrixPageTests.matrix("text")
    for (bad, good) in [
      (MatrixPage(matrix).text, MatrixPage(plain).text),
      (MatrixPicture(matrix).text, MatrixPicture(plain).text),
    ] {
      // A picture has as many lines of text as fit.
      let isPicture = bad.hasPrefix("<svg")
      func elements(_ text: String) -> [String: Int] {
        MatrixPageTests.elements(text).filter { !isPicture || $0.key != "text" }
      }
      #expect(elements(bad) == elements(good))
      #expect(bad.contains("&lt;script&gt;"))
      for scalar in bad.unicodeScalars where ["\u{202E}", "\u{0}", "\u{2028}"].contains(scalar) {
        Issue.record("raw \(scalar.value)")
      }
    }
  }

  @Test("Hostile names of a real org are shown verbatim")
  func names() throws {
    let matrix = try MatrixOrg(MatrixPageTests.org).matrix()
    for text in [MatrixPage(matrix).text, MatrixPicture(matrix).text] {
      #expect(text.contains("&lt;i&gt;ann&lt;/i&gt;&#39;@acme.example"))
      #expect(!text.contains("<i>ann") && !text.contains("<b>'zone") && !text.contains("<u>"))
      #expect(text.count(of: "<script") == (text.hasPrefix("<svg") ? 0 : 1))
    }
  }

  @Test("The page and the picture load nothing, and the page allows only its own style and script")
  func closed() throws {
    let matrix = try MatrixOrg(MatrixPageTests.org).matrix()
    let page = MatrixPage(matrix).text
    let picture = MatrixPicture(matrix).text
      .replacing("xmlns=\"http://www.w3.org/2000/svg\"", with: "")
      .replacing("url(#hatch)", with: "")
    for text in [page, picture] {
      for sign in [
        "://", " src=", "url(", "@import", "<link", "<img", "<iframe", " style=", "fetch(",
      ] {
        #expect(!text.contains(sign), "\(sign)")
      }
    }
    #expect(page.count(of: "href=\"") == page.count(of: "href=\"#"))
    let policy = try #require(page.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)?.1)
    #expect(policy.hasPrefix("default-src &#39;none&#39;; style-src &#39;sha256-"), "\(policy)")
    #expect(!policy.contains("unsafe"))
  }

  @Test("Every cell links to an existing section, and its flow consists of existing lines")
  func links() throws {
    let matrix = try MatrixOrg(MatrixPageTests.org).matrix()
    let answers = MatrixAnswers(matrix)
    let page = MatrixPage(matrix).text
    for case let cell? in matrix.cells.joined() {
      #expect(page.contains("id=\"a\(answers.number(of: cell))\""))
      #expect(answers.lines(of: cell) != nil)
    }
  }

  // MARK: Size

  /// A matrix in which no two cells are equal.
  private static func large(_ rows: Int, _ columns: Int) -> Matrix {
    var matrix = Matrix(subject: .exploration, org: "large", gaps: [], marks: [])
    matrix.rows = (0..<rows).map { row in
      Matrix.Row(
        label: "user\(row)@a-long-name.example and 3 others", note: "groups staff and admins",
        logins: (0..<4).map { "user\(row)-\($0)@a-long-name.example" })
    }
    matrix.columns = (0..<columns).map { column in
      let label = "device managed, risk high or medium, platform mobile, \(column)"
      return Matrix.Column(
        group: column < columns / 2 ? "Sign-in" : "Open session", place: "zone z\(column / 5)",
        label: label, detail: label)
    }
    matrix.cells = (0..<rows).map { row in
      (0..<columns).map { column in
        let routes = (0..<4).map { number in
          MatrixRoute(
            things: ["password", "phone via sms"],
            steps: ["password", "phone via sms", "stay signed in"], kinds: 2,
            resistsPhishing: number > 1, earlier: [], rule: "rule \((row * 7 + column) % 150)",
            sessionRule: "default", isEnough: true, length: 5)
        }
        var cell = Matrix.Cell(
          phases: [
            Matrix.Phase(time: "", answer: MatrixAnswer(level: .twoKinds, routes: routes))
          ])
        cell.witness =
          "flow \"password, then phone via sms: signed in\" {\n  against large\n"
          + "  start sign-in with zone = \"z\(column)\", device = \"managed\", risk = \"high\"\n"
          + "  on identify once answer identifier = \"user\(row)-0@a-long-name.example\"\n"
          + "  on challenge password once answer passcode = \"***\"\n"
          + "  on select-authenticator-authenticate once choose phone via sms\n"
          + "  on challenge phone once answer code = inbox sms\n"
          + "  expect success and rule is \"r\(column)\" and session-rule is \"default\"\n}"
        return cell
      }
    }
    return matrix
  }

  @Test(
    "60 rows and 40 columns are less than two million bytes, and a picture has the same maximum")
  func size() {
    let page = MatrixPage(MatrixPageTests.large(60, 40)).text
    #expect(page.utf8.count < 2_000_000, "\(page.utf8.count)")
    #expect(page.count(of: "<td ") == 2400)
    let picture = MatrixPicture(MatrixPageTests.large(70, 50)).text
    #expect(picture.contains("10 more rows and 10 more columns are left out"))
    #expect(picture.count(of: "<g class=\"twoKinds\"><title>user") == 2400)
    #expect(picture.utf8.count < 2_000_000, "\(picture.utf8.count)")
  }
}
