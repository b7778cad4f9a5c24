// swift-tools-version: 6.2
import PackageDescription

// The manifest is the architecture: one section per layer, dependencies one way only. The build flag
// `--explicit-target-dependency-import-check error` (see `.ci/run`) keeps it true.
//
// - FlowText and FlowDiagnostics know no scripts, engines or orgs: each target declares its own
//   problems. FlowSyntax knows no engine. FlowEngine is the port between interpreter and engines.
// - FlowInterpreter knows no HTTP, no JSON and no engine. An engine knows no script and no other engine.
// - The simulators share bytes, JSON, HTTP and signed tokens with the engines and nothing else, and
//   know no other simulator.

// Warnings are errors only for those who develop the package (`.ci/run` sets the variable): as a
// dependency it is compiled with `-suppress-warnings`, and some build systems refuse both at once.
let strict: [SwiftSetting] =
  Context.environment["FLOW_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let settings: [SwiftSetting] =
  strict + [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]

/// A library; the build makes the files of its folder `Resources`, if it has one, part of its code.
func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], hasResources: Bool = false
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: hasResources ? ["Resources"] : [],
    swiftSettings: settings, plugins: hasResources ? ["EmbedFiles"] : [])
}

// Only builds with Xcode put the privacy manifest into an app. On Linux, a resource would make every
// app load Foundation, for a bundle that nothing reads.
#if os(macOS)
let privacy: (exclude: [String], resources: [Resource]) = ([], [.copy("PrivacyInfo.xcprivacy")])
#else
let privacy: (exclude: [String], resources: [Resource]) = (["PrivacyInfo.xcprivacy"], [])
#endif

// A test target is compiled as one batch: each further batch reads the files of the others again. It
// takes as long as `-wmo`, and has the outputs for each source that every build system expects.
let testSettings = settings + [.unsafeFlags(["-driver-batch-count", "1"])]

func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.byName(name: name)] + dependencies,
    swiftSettings: testSettings)
}

/// A program that libFuzzer drives, and its law, which `FuzzTests` asks too.
func fuzz(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: "Fuzz" + name, dependencies: dependencies, path: "Tests/Fuzz/" + name,
    exclude: ["Cases", "words.dict"], swiftSettings: settings)
}

let package = Package(
  name: "flow",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .executable(name: "flow", targets: ["flow"]),
    .library(name: "FlowSignIn", targets: ["FlowSignIn"]),
    .library(name: "FlowSignInTesting", targets: ["FlowSignInTesting"]),
  ],
  targets: [
    // Layer 0: the language, what an engine is, what travels on a wire, and what is computed of it.
    .target(name: "CFlowLoader"),
    .target(name: "CFlowCrypto", dependencies: ["CFlowLoader"]),
    .target(name: "CFlowHTTP", dependencies: ["CFlowLoader"]),
    library("FlowCrypto", ["CFlowCrypto", "FlowLock"]),
    library("FlowText"),
    // A lock that apps can use on older systems than the toolchain's.
    library("FlowLock"),
    library("FlowDiagnostics", ["FlowText"]),
    library("FlowEngine", ["FlowDiagnostics", "FlowLock", "FlowText"]),
    library("FlowSyntax", ["FlowDiagnostics", "FlowText"]),
    // Finds every mistake in a script that doesn't need a run to be seen.
    library("FlowChecker", ["FlowDiagnostics", "FlowEngine", "FlowSyntax", "FlowText"]),
    library("FlowHTTP", ["CFlowHTTP", "FlowCrypto", "FlowLock", "FlowText"]),
    // Keys as JSON or PEM, and the tokens that clients sign with them.
    library("FlowJOSE", ["FlowCrypto", "FlowEngine", "FlowHTTP"]),

    // Layer 1: rules against steps; one target an engine; the simulated orgs; what a person would
    // hold in the hand, in software.
    library(
      "FlowAuthenticators", ["FlowCrypto", "FlowEngine", "FlowHTTP", "FlowLock", "FlowText"]),
    library(
      "FlowInterpreter",
      ["FlowDiagnostics", "FlowEngine", "FlowLock", "FlowSyntax", "FlowText"]),
    // What every simulator is built from: random values, settings, servers, coverage and pictures.
    library("SimulatorKit", ["FlowDiagnostics", "FlowEngine", "FlowHTTP", "FlowLock", "FlowText"]),
    // Simulates an Identity Engine org: its policies, its users and its pages.
    library(
      "OktaSimulator",
      [
        "FlowCrypto", "FlowDiagnostics", "FlowEngine", "FlowHTTP", "FlowJOSE", "FlowLock",
        "FlowText", "SimulatorKit",
      ]),
    // Simulates a nextAuth: its servers, its accounts and the device of its app.
    library(
      "NextAuthSimulator",
      ["FlowCrypto", "FlowDiagnostics", "FlowEngine", "FlowHTTP", "FlowText", "SimulatorKit"]),
    // Simulates an authorization server for mobile identity providers, and the apps of a device.
    library(
      "MobileIdPSimulator",
      ["FlowCrypto", "FlowDiagnostics", "FlowEngine", "FlowHTTP", "SimulatorKit"]),
    library(
      "IDXEngine",
      [
        "FlowCrypto", "FlowDiagnostics", "FlowEngine", "FlowHTTP", "FlowJOSE", "FlowLock",
        "FlowText",
      ]),
    library(
      "MobileIdPEngine",
      ["FlowCrypto", "FlowDiagnostics", "FlowEngine", "FlowHTTP", "FlowLock", "FlowText"]),
    library("NextAuthEngine", ["FlowCrypto", "FlowEngine", "FlowHTTP", "FlowLock", "FlowText"]),

    // Layer 2: suites, what they cover, and the reports of them; what an org allows, and claims.
    library(
      "PolicyExplorer",
      [
        "FlowAuthenticators", "FlowCrypto", "FlowDiagnostics", "FlowEngine", "FlowHTTP", "FlowHost",
        "FlowInterpreter", "FlowScript", "FlowSimulation", "FlowSyntax", "FlowTerminal",
        "FlowTestRunner", "FlowText", "OktaSimulator", "SimulatorKit",
      ], hasResources: true),
    library(
      "FlowTestRunner",
      [
        "FlowAuthenticators", "FlowChecker", "FlowCrypto", "FlowDiagnostics", "FlowEngine",
        "FlowHTTP", "FlowHost", "FlowInterpreter", "FlowLock", "FlowManual", "FlowRecorder",
        "FlowScript", "FlowSimulation", "FlowSyntax", "FlowTerminal", "FlowText", "IDXEngine",
        "OktaSimulator", "SimulatorKit",
      ], hasResources: true),

    // Reads and checks scripts with what they import, and finds issuers, secrets, inboxes and the
    // engine of a flow: for commands and for apps, so without a simulator.
    library(
      "FlowScript",
      [
        "FlowAuthenticators", "FlowChecker", "FlowCrypto", "FlowDiagnostics", "FlowEngine",
        "FlowHTTP", "FlowInterpreter", "FlowLock", "FlowSyntax", "FlowText", "IDXEngine",
        "MobileIdPEngine", "NextAuthEngine",
      ]),
    // The orgs in this process that scripts describe, and flows against them.
    library(
      "FlowSimulation",
      [
        "FlowAuthenticators", "FlowChecker", "FlowCrypto", "FlowDiagnostics", "FlowEngine",
        "FlowHTTP", "FlowInterpreter", "FlowLock", "FlowScript", "FlowSyntax", "FlowText",
        "IDXEngine", "MobileIdPEngine", "MobileIdPSimulator", "NextAuthEngine", "NextAuthSimulator",
        "OktaSimulator", "SimulatorKit",
      ]),
    // The products for apps: sign-ins by script, and, for tests and previews, simulated orgs.
    .target(
      name: "FlowSignIn",
      dependencies: [
        "FlowChecker", "FlowCrypto", "FlowDiagnostics", "FlowEngine", "FlowHTTP", "FlowInterpreter",
        "FlowJOSE", "FlowLock", "FlowScript", "FlowSyntax", "FlowText", "IDXEngine",
        "MobileIdPEngine", "NextAuthEngine",
      ], exclude: privacy.exclude, resources: privacy.resources, swiftSettings: settings),
    library(
      "FlowSignInTesting",
      [
        "FlowAuthenticators", "FlowCrypto", "FlowDiagnostics", "FlowEngine", "FlowHTTP",
        "FlowInterpreter", "FlowLock", "FlowScript", "FlowSignIn", "FlowSimulation", "FlowSyntax",
        "FlowText", "IDXEngine", "OktaSimulator",
      ]),

    // What commands exchange with a terminal: text, color, a question, the status of the shell.
    library("FlowTerminal", ["FlowEngine", "FlowHTTP", "FlowInterpreter", "FlowText"]),
    // Reads an export of Okta's API, and writes the org that it describes.
    library(
      "OktaImport",
      [
        "FlowCrypto", "FlowDiagnostics", "FlowEngine", "FlowHTTP", "FlowInterpreter", "FlowJOSE",
        "FlowLock", "FlowScript", "FlowSimulation", "FlowSyntax", "FlowTerminal", "FlowText",
        "OktaSimulator",
      ]),
    // Finds scripts, orgs, issuers, secrets and inboxes, and runs one flow.
    library(
      "FlowHost",
      [
        "FlowAuthenticators", "FlowChecker", "FlowDiagnostics", "FlowEngine", "FlowHTTP",
        "FlowInterpreter", "FlowLock", "FlowScript", "FlowSimulation", "FlowSyntax", "FlowTerminal",
        "FlowText", "IDXEngine", "MobileIdPEngine", "OktaSimulator",
      ], hasResources: true),
    // Draws a graph of states as a picture, and as text for programs that draw.
    library("GraphDrawing", ["FlowEngine", "FlowHTTP", "FlowText"]),
    // Answers an editor's questions about scripts, in the Language Server Protocol.
    library(
      "FlowLanguageServer",
      [
        "FlowChecker", "FlowDiagnostics", "FlowEngine", "FlowHTTP", "FlowHost", "FlowInterpreter",
        "FlowManual", "FlowScript", "FlowSimulation", "FlowSyntax", "FlowTerminal", "FlowText",
        "SimulatorKit",
      ], hasResources: true),

    // Records a sign-in as a script and a cassette, and replays a cassette without a server.
    library(
      "FlowRecorder",
      [
        "FlowDiagnostics", "FlowEngine", "FlowHTTP", "FlowHost", "FlowInterpreter", "FlowLock",
        "FlowScript", "FlowSimulation", "FlowSyntax", "FlowTerminal", "FlowText", "IDXEngine",
      ]),
    // Serves a simulated org over HTTP, with its page and the interface that programs use.
    library(
      "FlowServer",
      [
        "FlowCrypto", "FlowEngine", "FlowHTTP", "FlowHost", "FlowInterpreter", "FlowJOSE",
        "FlowLock", "FlowScript", "FlowSimulation", "FlowSyntax", "FlowTerminal", "FlowText",
        "OktaSimulator",
      ], hasResources: true),

    // The pages of the manual, and the plugin that puts files into the program.
    .plugin(
      name: "EmbedFiles", capability: .buildTool(), dependencies: ["embed-files"],
      path: "Sources/EmbedFiles"),
    .executableTarget(name: "embed-files", swiftSettings: settings),
    library("FlowManual", hasResources: true),

    // Layer 3: the commands.
    library(
      "FlowCLI",
      [
        "FlowDiagnostics", "FlowEngine", "FlowHTTP", "FlowHost", "FlowInterpreter", "FlowJOSE",
        "FlowLanguageServer", "FlowLock", "FlowManual", "FlowRecorder", "FlowScript", "FlowServer",
        "FlowSimulation", "FlowSyntax", "FlowTerminal", "FlowTestRunner", "FlowText",
        "GraphDrawing", "IDXEngine", "MobileIdPEngine", "OktaImport", "OktaSimulator",
        "PolicyExplorer", "SimulatorKit",
      ]),

    // Layer 4: the doors.
    .executableTarget(name: "flow", dependencies: ["FlowCLI"], swiftSettings: settings),
    .executableTarget(
      name: "flow-bench",
      dependencies: [
        "FlowAuthenticators", "FlowCLI", "FlowCrypto", "FlowDiagnostics", "FlowEngine", "FlowHTTP",
        "FlowInterpreter", "FlowLanguageServer", "FlowLock", "FlowScript", "FlowSignIn",
        "FlowSignInTesting", "FlowSimulation", "FlowSyntax", "FlowTestRunner", "IDXEngine",
        "OktaSimulator", "PolicyExplorer",
      ], swiftSettings: settings),

    // Tests, and what they share.
    .target(
      name: "TestSupport", dependencies: ["FlowDiagnostics", "FlowEngine", "FlowHTTP", "FlowLock"],
      path: "Tests/TestSupport",
      swiftSettings: settings),
    .target(
      name: "CommandSupport",
      dependencies: [
        "FlowCLI", "FlowCrypto", "FlowDiagnostics", "FlowEngine", "FlowHTTP", "FlowHost",
        "FlowInterpreter", "FlowLock", "FlowScript", "FlowSimulation", "FlowSyntax", "FlowTerminal",
        "FlowTestRunner", "FlowText", "IDXEngine", "OktaSimulator", "TestSupport",
      ], path: "Tests/CommandSupport", swiftSettings: settings),
    // Whole command lines; and beside them what is inside, which compiles on another core.
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "CommandSupport", "FlowCLI", "FlowChecker", "FlowCrypto", "FlowDiagnostics", "FlowEngine",
        "FlowHTTP", "FlowHost", "FlowInterpreter", "FlowLanguageServer", "FlowLock", "FlowRecorder",
        "FlowScript", "FlowSignIn", "FlowSignInTesting", "FlowSimulation", "FlowSyntax",
        "FlowTerminal", "FlowTestRunner", "IDXEngine", "MobileIdPEngine", "NextAuthEngine",
        "OktaSimulator", "PolicyExplorer", "SimulatorKit", "TestSupport",
      ], swiftSettings: testSettings),
    tests(
      of: "PolicyExplorer",
      [
        "CommandSupport", "FlowAuthenticators", "FlowCrypto", "FlowDiagnostics", "FlowEngine",
        "FlowHTTP", "FlowHost", "FlowInterpreter", "FlowLock", "FlowSimulation", "FlowSyntax",
        "OktaImport", "OktaSimulator", "TestSupport",
      ]),
    tests(
      of: "FlowCLI",
      [
        "CommandSupport", "FlowCrypto", "FlowDiagnostics", "FlowEngine", "FlowHTTP", "FlowHost",
        "FlowInterpreter", "FlowLanguageServer", "FlowLock", "FlowManual", "FlowScript",
        "FlowSimulation", "FlowSyntax", "FlowTerminal", "FlowTestRunner", "FlowText",
        "GraphDrawing", "IDXEngine", "MobileIdPEngine", "MobileIdPSimulator", "NextAuthEngine",
        "NextAuthSimulator", "OktaSimulator", "SimulatorKit", "TestSupport",
      ]),
    tests(
      of: "FlowServer",
      [
        "CommandSupport", "FlowCrypto", "FlowEngine", "FlowHTTP", "FlowHost", "FlowInterpreter",
        "FlowJOSE", "FlowLock", "FlowScript", "FlowSyntax", "FlowTerminal", "OktaSimulator",
        "TestSupport",
      ]),
    tests(
      of: "OktaImport",
      [
        "FlowDiagnostics", "FlowEngine", "FlowHTTP", "FlowJOSE", "FlowLock", "FlowScript",
        "FlowSimulation", "FlowSyntax", "FlowTerminal", "FlowText", "TestSupport",
      ]),
    tests(
      of: "FlowLanguageServer",
      [
        "CommandSupport", "FlowChecker", "FlowDiagnostics", "FlowEngine", "FlowHTTP", "FlowScript",
        "FlowSimulation", "FlowSyntax", "FlowTerminal", "TestSupport",
      ]),
    tests(
      of: "FlowSignIn",
      [
        "FlowAuthenticators", "FlowCrypto", "FlowDiagnostics", "FlowEngine", "FlowHTTP",
        "FlowInterpreter", "FlowLock", "FlowScript", "FlowSignInTesting", "FlowSimulation",
        "FlowSyntax", "FlowText", "ForeignNames", "IDXEngine", "MobileIdPEngine", "NextAuthEngine",
        "OktaSimulator", "SignInApp", "TestSupport",
      ]),
    // The sample app, which is also a package of its own.
    .executableTarget(
      name: "SignInApp", dependencies: ["FlowSignIn", "FlowSignInTesting"], path: "Examples/app",
      exclude: ["Package.swift"], sources: ["Sources"], swiftSettings: strict),
    // Types of other packages with common names, for the test of the app's names.
    .target(name: "ForeignNames", path: "Tests/ForeignNames", swiftSettings: settings),
    tests(
      of: "FlowSimulation",
      [
        "FlowAuthenticators", "FlowDiagnostics", "FlowEngine", "FlowInterpreter", "FlowScript",
        "FlowSyntax", "MobileIdPEngine", "MobileIdPSimulator", "NextAuthSimulator", "OktaSimulator",
        "SimulatorKit",
      ]),
    tests(
      of: "FlowChecker",
      [
        "FlowDiagnostics", "FlowEngine", "FlowInterpreter", "FlowManual", "FlowSyntax", "FlowText",
        "TestSupport",
      ]),
    tests(
      of: "FlowHost", ["FlowDiagnostics", "FlowEngine", "FlowHTTP", "FlowTestRunner", "FlowText"]),
    tests(
      of: "FlowAuthenticators", ["FlowCrypto", "FlowEngine", "FlowHTTP", "FlowText", "TestSupport"]),
    tests(of: "FlowCrypto", ["FlowHTTP"]),
    tests(of: "FlowJOSE", ["FlowCrypto", "FlowEngine", "FlowHTTP", "TestSupport"]),
    tests(of: "FlowEngine"),
    tests(of: "FlowText"),
    tests(
      of: "FlowTestRunner",
      [
        "CommandSupport", "FlowAuthenticators", "FlowDiagnostics", "FlowEngine", "FlowHTTP",
        "FlowHost", "FlowInterpreter", "FlowScript", "FlowSimulation", "FlowSyntax", "FlowText",
        "MobileIdPSimulator", "NextAuthSimulator", "OktaSimulator", "SimulatorKit", "TestSupport",
      ]),
    tests(
      of: "FlowInterpreter",
      ["FlowDiagnostics", "FlowEngine", "FlowLock", "FlowSyntax", "FlowText", "TestSupport"]),
    tests(
      of: "FlowScript",
      [
        "FlowDiagnostics", "FlowEngine", "FlowHTTP", "FlowInterpreter", "FlowSimulation",
        "FlowSyntax",
      ]),
    tests(of: "SimulatorKit", ["FlowHTTP", "TestSupport"]),
    tests(
      of: "NextAuthSimulator",
      ["FlowCrypto", "FlowDiagnostics", "FlowEngine", "FlowHTTP", "SimulatorKit", "TestSupport"]),
    tests(
      of: "MobileIdPSimulator",
      ["FlowCrypto", "FlowDiagnostics", "FlowEngine", "FlowHTTP", "SimulatorKit", "TestSupport"]),
    tests(
      of: "OktaSimulator",
      [
        "FlowAuthenticators", "FlowCrypto", "FlowDiagnostics", "FlowEngine", "FlowHTTP", "FlowJOSE",
        "FlowText", "SimulatorKit", "TestSupport",
      ]),
    tests(of: "FlowSyntax", ["FlowDiagnostics", "TestSupport"]),
    tests(of: "FlowHTTP", ["CFlowHTTP", "FlowLock", "TestSupport"]),
    tests(
      of: "IDXEngine",
      [
        "FlowCrypto", "FlowDiagnostics", "FlowEngine", "FlowHTTP", "FlowJOSE", "FlowLock",
        "TestSupport",
      ]),
    tests(
      of: "MobileIdPEngine", ["FlowCrypto", "FlowEngine", "FlowHTTP", "FlowLock", "TestSupport"]),
    tests(
      of: "NextAuthEngine", ["FlowCrypto", "FlowEngine", "FlowHTTP", "FlowLock", "TestSupport"]),
    // By other programs, each test where its program is installed.
    .testTarget(
      name: "IndependentTests",
      dependencies: [
        "CommandSupport", "FlowAuthenticators", "FlowCrypto", "FlowEngine", "FlowHTTP",
        "FlowInterpreter", "FlowScript", "FlowSignIn", "FlowSimulation", "FlowSyntax",
        "FlowTestRunner", "IDXEngine", "NextAuthSimulator", "OktaSimulator", "SimulatorKit",
        "TestSupport",
      ],
      exclude: [
        "client.py", "proof.py", "verify.py", "page.py", "reports.py", "report_page.py",
        "junit.xsd",
        "editor.py", "editor.lua", "colours.py", "vscode.js", "grammar.js",
      ],
      swiftSettings: testSettings),
    .testTarget(name: "TidyTests", swiftSettings: testSettings),
  ]
)

let fuzzTargets = [
  fuzz("Answer", ["FlowHTTP"]), fuzz("JSON", ["FlowHTTP"]), fuzz("Request", ["FlowHTTP"]),
  fuzz("IDX", ["FlowEngine", "FlowHTTP", "IDXEngine"]),
  fuzz("MobileIdP", ["FlowEngine", "FlowHTTP", "MobileIdPEngine"]),
  fuzz("NextAuth", ["FlowCrypto", "FlowHTTP", "NextAuthEngine"]),
  fuzz(
    "Script",
    [
      "FlowDiagnostics", "FlowInterpreter", "FlowScript", "FlowSimulation", "FlowSyntax",
      "FlowText",
    ]),
]

// The programs need a toolchain with libFuzzer and its flags, see `Tests/Fuzz/run`; everybody else has
// their laws, asked of all that was ever found.
if Context.environment["FLOW_FUZZ"] != nil {
  package.targets += fuzzTargets
} else {
  let folders = fuzzTargets.map { String($0.name.dropFirst("Fuzz".count)) }
  package.targets.append(
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "FlowCrypto", "FlowDiagnostics", "FlowEngine", "FlowHTTP", "FlowInterpreter", "FlowScript",
        "FlowSimulation", "FlowSyntax", "FlowText", "IDXEngine", "MobileIdPEngine",
        "NextAuthEngine", "TestSupport",
      ], path: "Tests/Fuzz",
      exclude: ["README.md", "run"]
        + folders.flatMap { ["\($0)/Fuzz.swift", "\($0)/Cases", "\($0)/words.dict"] },
      swiftSettings: testSettings))
}
