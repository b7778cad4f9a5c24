import Testing

@testable import FlowTestRunner

@Suite("The coverage of other engines' flows")
struct OtherEngineCoverageTests {
  @Test("A nextAuth flow's accounts, servers, second factors and failures")
  func nextAuth() async throws {
    let suite = try CoveredSuite(
      #"""
      let rightPIN = "471100"
      let wrongPIN = "1"
      org bank for nextauth {
        server "bank.example" { attempts 1 }
        server "shop.example" { login fails 48 }
        account "jane"
        account "sam" { server "shop.example" }
        device { pin "471100"; biometric on }
      }
      flow "by pin" {
        engine nextauth
        start app-login with account = "jane"
        on second-factor answer pin = rightPIN
        expect history is "LOGGED_IN"
      }
      flow "at the shop" {
        engine nextauth
        start app-login with account = "sam"
        on second-factor answer pin = rightPIN
        expect failure
      }
      flow "by finger" {
        engine nextauth
        start app-login with account = "jane"
        on second-factor answer biometric = true
        expect history is "LOGGED_IN"
      }
      flow "blocked" {
        engine nextauth
        start app-login with account = "jane"
        on second-factor once answer pin = wrongPIN
        otherwise stop
        expect not history is "LOGGED_IN"
      }
      """#)
    let org = "org bank (suite.flow)"
    let byPIN = try await suite.coverage(running: ["by pin"])
    #expect(byPIN.hits("\(org)/account \"jane\"") == 1)
    #expect(byPIN.hits("\(org)/account \"sam\"") == 0)
    #expect(byPIN.hits("\(org)/factor pin") == 1)
    #expect(byPIN.hits("\(org)/factor biometric") == 0)
    #expect(byPIN.hits("\(org)/factor pin/blocked") == 0)
    #expect(byPIN.hits("\(org)/server \"shop.example\"/login 48") == 0)
    #expect(byPIN.items.first { $0.id == "\(org)/account \"sam\"" }?.line == 7)
    let others = try await suite.coverage(running: ["by finger", "blocked"])
    #expect(others.hits("\(org)/factor pin") == 0)
    #expect(others.hits("\(org)/factor biometric") == 1)
    #expect(others.hits("\(org)/factor pin/blocked") == 1)
    let shop = try await suite.coverage(running: ["at the shop"])
    #expect(shop.hits("\(org)/server \"shop.example\"/login 48") == 1)
    #expect(shop.hits("\(org)/account \"sam\"") == 0)
  }

  @Test("The users who get tokens, by app, provider and login")
  func mobileIdP() async throws {
    let suite = try CoveredSuite(
      #"""
      profile ada {
        identifier = "ada@acme.test"
        password   = "Correct-Horse-1"
      }
      org workforce {
        authenticators password, email
        user "ada@acme.test" { password "Correct-Horse-1" }
        sign-on { require password and email }
      }
      org suite for mobile-idp {
        app "Authenticator" {
          role provider; scheme "sampleidpapp"; consumer-key "IDP_KEY"; scopes api, web
          login by workforce
        }
        app "Sample App" {
          scheme "sampleapp"; consumer-key "SP_KEY"; scopes api, web; provider "Authenticator"
        }
        user "ada@acme.test" { name "Ada"; password "Correct-Horse-1" }
        user "bob@acme.test" { name "Bob"; password "Correct-Horse-1" }
        fault refresh server_error once
      }
      flow "by the provider" {
        engine mobile-idp
        start from client
        against suite
        use ada
        on choose-login         choose identity-provider
        on identify             answer identifier
        on select-authenticator choose password or email
        on challenge password   answer password
        on challenge email      answer code = inbox email
        on approve              choose allow
        expect success and via is "idp"
      }
      flow "by the login page" {
        engine mobile-idp
        start from client
        against suite
        use ada
        on choose-login choose standard
        on approve      choose allow
        expect success and via is "standard"
      }
      """#)
    let page = try await suite.coverage(running: ["by the login page"])
    let org = "org suite (suite.flow)"
    #expect(page.hits("\(org)/app \"Sample App\"/user \"ada@acme.test\"") == 1)
    #expect(page.hits("\(org)/app \"Sample App\"/user \"bob@acme.test\"") == 0)
    #expect(page.hits("\(org)/app \"Authenticator\"/provider") == 0)
    #expect(page.hits("\(org)/fault refresh server_error once") == 0)
    #expect(page.hits("org workforce (suite.flow)/authenticator email") == 0)
    let both = try await suite.coverage()
    #expect(both.hits("\(org)/app \"Authenticator\"/provider") == 1)
    #expect(both.hits("org workforce (suite.flow)/authenticator email") == 1)
    #expect(both.percent > page.percent)
  }
}
