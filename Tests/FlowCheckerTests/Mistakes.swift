import FlowChecker
import FlowDiagnostics
import FlowSyntax
import Testing

/// A script with one mistake, between its markers.
struct Mistake: Sendable, CustomTestStringConvertible {
  var text: String
  var problem: Problem
  var severity: Diagnostic.Severity?

  init(_ text: String, _ problem: Problem, _ severity: Diagnostic.Severity? = nil) {
    self.text = text
    self.problem = problem
    self.severity = severity
  }

  var testDescription: String { "\(problem.kind.id): \(text)" }
}

/// Scripts with one mistake each, by the kind of mistake.
enum Mistakes {
  static let names: [Mistake] = [
    Mistake("engine 1️⃣idz2️⃣\non identify skip", .unknownEngine(name: "idz", nearest: ["idx"])),
    Mistake(
      "start 1️⃣signin2️⃣\non identify skip", .unknownIntent(name: "signin", nearest: ["sign-in"])),
    Mistake(
      "start sign-in with 1️⃣max_ago2️⃣ = 3\non identify skip",
      .unknownParameter(name: "max_ago", nearest: ["max_age"])),
    Mistake(
      "profile jane { identifier = \"j\" }\nuse 1️⃣jame2️⃣\non identify skip",
      .unknownName(kind: "profile", name: "jame", nearest: ["jane"])),
    Mistake(
      "profile a { use 1️⃣b2️⃣ }\nuse a", .unknownName(kind: "profile", name: "b", nearest: [])),
    Mistake(
      "org acme { x }\nagainst 1️⃣acne2️⃣\non identify skip",
      .unknownName(kind: "org", name: "acne", nearest: ["acme"])),
    Mistake(
      "org acme { x }\nflow \"a\" for o in acme, 1️⃣acne2️⃣ { against o; on identify skip }",
      .unknownName(kind: "org", name: "acne", nearest: ["acme"])),
    Mistake(
      "let site = \"x\"\non identify answer identifier = 1️⃣sitte2️⃣",
      .unknownName(kind: "value", name: "sitte", nearest: ["site"])),
    Mistake(
      "on identify say \"go to \\(1️⃣host2️⃣)\" then submit",
      .unknownName(kind: "value", name: "host", nearest: [])),
    Mistake(
      "on identify answer 1️⃣identifier2️⃣",
      .unknownName(kind: "value", name: "identifier", nearest: [])),
    Mistake(
      "on identify when user.email is 1️⃣jane2️⃣ submit",
      .unknownName(kind: "value", name: "jane", nearest: [])),
    Mistake(
      "on identify when 1️⃣mesage2️⃣ submit", .unknownFact(name: "mesage", nearest: ["message"])),
    Mistake(
      "on identify submit\nexpect 1️⃣sucess2️⃣", .unknownFact(name: "sucess", nearest: ["success"])),
    Mistake(
      "on identify when 1️⃣uzer.email2️⃣ is \"a\" submit",
      .unknownFact(name: "uzer.email", nearest: ["user.email"])),
    Mistake("on identify when 1️⃣kinds2️⃣ >= 2 submit", .unknownFact(name: "kinds", nearest: [])),
    Mistake(
      "on identify submit\nexpect 1️⃣history2️⃣ is \"x\"",
      .unknownFact(name: "history", nearest: [])),
    Mistake(
      "on skip meanwhile 1️⃣server-logut2️⃣",
      .unknownEvent(name: "server-logut", nearest: ["server-logout"])),
    Mistake("on skip meanwhile 1️⃣rain2️⃣", .unknownEvent(name: "rain", nearest: [])),
    Mistake(
      "on skip meanwhile server-logout with 1️⃣acount2️⃣ = \"jane\"",
      .unknownParameter(name: "acount", nearest: ["account"])),
    Mistake(
      "on skip meanwhile server-logout with account = 1️⃣\"jan\"2️⃣",
      .wrongWord(found: "jan", expected: ["jane"])),
    Mistake(
      "on skip meanwhile server-logout with again = 1️⃣52️⃣", .wrongWord(found: "5", expected: [])),
    Mistake(
      "org a for 1️⃣idz2️⃣ { }\non skip skip", .unknownEngine(name: "idz", nearest: ["idx"])),
  ]

  static let words: [Mistake] = [
    Mistake(
      "on 1️⃣identfy2️⃣ submit", .unknownStep(name: "identfy", nearest: ["identify"]), .warning),
    Mistake("on 1️⃣wholly-new2️⃣ submit", .unknownStep(name: "wholly-new", nearest: [])),
    Mistake(
      "on 1️⃣challenge-auth2️⃣ submit",
      .unknownStep(
        name: "challenge-auth",
        nearest: ["challenge-authenticator"])),
    Mistake(
      "on skip submit\nexpect path 1️⃣identfy2️⃣",
      .unknownStep(name: "identfy", nearest: ["identify"])),
    Mistake(
      "on skip when step is 1️⃣identfy2️⃣ submit",
      .unknownStep(name: "identfy", nearest: ["identify"])),
    Mistake(
      "on challenge 1️⃣emial2️⃣ submit", .unknownSubject(name: "emial", nearest: ["email"]),
      .warning),
    Mistake(
      "on select-authenticator choose 1️⃣phne2️⃣",
      .unknownSubject(name: "phne", nearest: ["phone"])),
    Mistake(
      "on select-authenticator choose phone via 1️⃣smss2️⃣",
      .unknownSubject(name: "smss", nearest: ["sms"])),
    Mistake(
      "profile a { choose 1️⃣emial2️⃣ }\nuse a",
      .unknownSubject(name: "emial", nearest: ["email"])),
    Mistake(
      "on skip when outcome is 1️⃣sucess2️⃣ submit",
      .wrongWord(
        found: "sucess",
        expected: ["success", "finished", "failure", "refused", "cancelled", "stopped"]),
      .error),
    Mistake(
      "on skip when message.severity is 1️⃣bad2️⃣ submit",
      .wrongWord(found: "bad", expected: ["info", "warning", "error"])),
    Mistake(
      "flow \"a\" for s in info, 1️⃣bad2️⃣ { on skip when message.severity is s submit }",
      .wrongWord(found: "bad", expected: ["info", "warning", "error"])),
    Mistake(
      "on challenge answer code = inbox 1️⃣mail2️⃣",
      .wrongWord(found: "mail", expected: ["email", "sms", "voice"])),
    Mistake(
      "on skip skip\notherwise 1️⃣choose2️⃣ email",
      .wrongWord(found: "choose", expected: ["skip", "stop", "prompt"])),
    Mistake("on identify 1️⃣sbumit2️⃣", .wrongWord(found: "sbumit", expected: ["submit"])),
    Mistake("on skip skip\notherwise prompt 1️⃣code2️⃣", .wrongWord(found: "code", expected: [])),
  ]

  static let types: [Mistake] = [
    Mistake(
      "on skip when attempt > 1️⃣\"2\"2️⃣ submit",
      .typeMismatch(left: "`attempt` (a number)", right: "text")),
    Mistake(
      "on skip when attempt is 1️⃣true2️⃣ submit",
      .typeMismatch(left: "`attempt` (a number)", right: "true or false")),
    Mistake(
      "on skip submit\nexpect steps < 1️⃣8s2️⃣",
      .typeMismatch(left: "`steps` (a number)", right: "a duration")),
    Mistake(
      "on skip when message is 1️⃣32️⃣ submit",
      .typeMismatch(left: "`message` (text)", right: "a number")),
    Mistake(
      "on skip when message contains 1️⃣32️⃣ submit",
      .typeMismatch(left: "`message` (text)", right: "a number")),
    Mistake(
      "on skip when attempt 1️⃣contains2️⃣ \"2\" submit",
      .operatorMismatch(operator: "contains", left: "`attempt` (a number)")),
    Mistake(
      "on skip when message 1️⃣<2️⃣ 3 submit",
      .operatorMismatch(operator: "<", left: "`message` (text)")),
    Mistake(
      "on skip when token.expires_in 1️⃣>=2️⃣ \"3\" submit",
      .operatorMismatch(operator: ">=", left: "text")),
    Mistake(
      "let most = \"3\"\non skip when attempt > 1️⃣most2️⃣ submit",
      .typeMismatch(left: "`attempt` (a number)", right: "text")),
    Mistake(
      "flow \"a\" { let most = 3; let all = most; on skip when message is 1️⃣all2️⃣ submit }",
      .typeMismatch(left: "`message` (text)", right: "a number")),
    Mistake(
      "flow \"a\" for n in 1, 2 { on skip when message is 1️⃣n2️⃣ submit }",
      .typeMismatch(left: "`message` (text)", right: "a number")),
    Mistake(
      "flow \"a\" for n in 1, 1️⃣\"x\"2️⃣ { on skip when attempt is n submit }",
      .typeMismatch(left: "`attempt` (a number)", right: "text")),
    Mistake(
      "flow \"a\" for n in 1, 2 { on skip when n is 1️⃣\"x\"2️⃣ submit }",
      .typeMismatch(left: "`n` (a number)", right: "text")),
  ]

  static let structure: [Mistake] = [
    Mistake("1️⃣2️⃣# nothing", .emptyScript, .error),
    Mistake("flow 1️⃣\"a\"2️⃣ { expect success }", .emptyFlow, .warning),
    Mistake("engine idx\n1️⃣engine idx2️⃣\non skip skip", .duplicateStatement(name: "engine")),
    Mistake("start sign-in\n1️⃣start register2️⃣\non skip skip", .duplicateStatement(name: "start")),
    Mistake(
      "on skip skip\notherwise stop\n1️⃣otherwise skip2️⃣", .duplicateStatement(name: "otherwise")),
    Mistake(
      "on skip skip\nknown \"a\" until \"2026-12-31\"\n1️⃣known \"b\" until \"2027-12-31\"2️⃣",
      .duplicateStatement(name: "known")),
    Mistake("on skip skip\nknown \"a\" until 1️⃣\"2027-02-29\"2️⃣", .badDate("2027-02-29")),
    Mistake("on skip skip\nknown \"a\" until 1️⃣\"soon\"2️⃣", .badDate("soon")),
    Mistake(
      "flow \"a\" { on skip skip }\nflow 1️⃣\"a\"2️⃣ { on skip skip }",
      .duplicateName(kind: "flow", name: "a")),
    Mistake(
      "profile a { x = 1 }\nprofile 1️⃣a2️⃣ { x = 1 }\nuse a",
      .duplicateName(kind: "profile", name: "a")),
    Mistake(
      "let a = 1\nlet 1️⃣a2️⃣ = 2\non skip skip", .duplicateName(kind: "value", name: "a")),
    Mistake(
      "flow \"x\" { let a = 1; let 1️⃣a2️⃣ = 2; on skip skip }",
      .duplicateName(kind: "value", name: "a")),
    Mistake(
      "flow \"x\" for a in 1, 2 for 1️⃣a2️⃣ in 3, 4 { on skip skip }",
      .duplicateName(kind: "value", name: "a")),
    Mistake("on skip answer a = 1, 1️⃣a2️⃣ = 2", .duplicateField(name: "a")),
    Mistake("on skip prompt a, 1️⃣A2️⃣", .duplicateField(name: "A")),
    Mistake("profile p { a = 1; 1️⃣a2️⃣ = 2 }\nuse p", .duplicateField(name: "a")),
    Mistake(
      "flow \"x\" for a, b in (1, 2), 1️⃣(3)2️⃣ { on skip skip }",
      .rowLength(expected: 2, found: 1)),
    Mistake(
      "profile a { use b }\nprofile b { use 1️⃣a2️⃣ }\nuse a",
      .profileCycle(chain: ["a", "b", "a"])),
    Mistake("profile a { use 1️⃣a2️⃣ }\nuse a", .profileCycle(chain: ["a", "a"])),
    Mistake(
      "let a = b\nlet b = \"\\(1️⃣a2️⃣)!\"\non skip skip", .valueCycle(chain: ["a", "b", "a"])),
    Mistake("flow \"x\" { let a = 1️⃣a2️⃣; on skip skip }", .valueCycle(chain: ["a", "a"])),
    Mistake(
      "1️⃣use p2️⃣\nprofile p { a = 1 }\nflow \"x\" { on skip skip }",
      .misplaced(statement: "`use p`", container: "a flow")),
  ]

  static let secrets: [Mistake] = [
    Mistake(
      "on challenge answer passcode = 1️⃣\"hunter2\"2️⃣", .secretLiteral(field: "passcode"), .warning),
    Mistake(
      "profile a { password = 1️⃣\"hunter2\"2️⃣ }\nuse a", .secretLiteral(field: "password")),
    Mistake(
      "on skip choose email with credentials.pin = 1️⃣\"1234\"2️⃣",
      .secretLiteral(field: "credentials.pin")),
    Mistake(
      "on challenge answer code = totp 1️⃣\"JBSWY3DP\"2️⃣", .secretLiteral(field: "totp")),
    Mistake("let password = 1️⃣\"x\"2️⃣\non skip skip", .secretLiteral(field: "password")),
    Mistake("on skip answer a = totp secret S digits 1️⃣112️⃣", .malformedNumber),
    Mistake("on skip answer a = 1️⃣90071992547409932️⃣", .malformedNumber),
    Mistake("on skip answer a = 1️⃣90071992547409922️⃣", .malformedNumber),
    Mistake("on skip answer a = totp secret S every 1️⃣4s2️⃣", .malformedNumber),
    Mistake("on skip answer a = totp secret S every 1️⃣5500ms2️⃣", .malformedNumber),
  ]

  static let later: [Mistake] = [
    Mistake(
      "on skip when 1️⃣used email2️⃣ submit", .notYet(form: "`used` outside a claim"), .error),
    Mistake(
      "on skip skip\nexpect not 1️⃣used \"phone via sms\"2️⃣",
      .notYet(form: "`used` outside a claim"), .error),
    Mistake(
      "claim \"x\" { never 1️⃣offers email2️⃣ }\non skip skip",
      .notYet(form: "`offers` in a claim"), .error),
  ]

  static let commands: [Mistake] = [
    Mistake(
      "on skip answer a = run 1️⃣\"pass 'x\"2️⃣", .badCommand(fault: "a quote isn't closed")),
    Mistake("on skip answer a = run 1️⃣\" \"2️⃣", .badCommand(fault: "the program is missing")),
    Mistake("let a = run 1️⃣\"'' x\"2️⃣\non skip skip", .badCommand(fault: "the program is missing")),
  ]

  static let texts: [Mistake] = [
    Mistake("flow \"a 1️⃣\\q2️⃣\" { on skip skip }", .badEscape("\\q")),
    Mistake("flow \"a \\(1️⃣b2️⃣)\" for b in 1, 2 { on skip skip }", .badEscape("\\(b)")),
    Mistake("org a { b { c \"1️⃣\\q2️⃣\" } }\non skip skip", .badEscape("\\q")),
    Mistake("on skip say \"a 1️⃣\\q2️⃣\" then skip", .badEscape("\\q")),
    Mistake("on skip say \"1️⃣\\u{110000}2️⃣\" then skip", .badEscape("\\u{110000}")),
    Mistake("on skip say \"1️⃣\\(a b)2️⃣\" then skip", .badEscape("\\(a b)")),
    Mistake(
      "on skip say \"\"\"\n    a\n1️⃣  2️⃣b\n    \"\"\" then skip",
      .multilineText(fault: "this line is indented less than the closing quotes")),
    Mistake(
      "on skip say \"\"\"1️⃣a2️⃣\n    \"\"\" then skip",
      .multilineText(fault: "the text begins on the line of its opening quotes")),
    Mistake(
      "on skip say \"\"\"\n1️⃣  b2️⃣\"\"\" then skip",
      .multilineText(fault: "the closing quotes share their line with text")),
  ]
}
