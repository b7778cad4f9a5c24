// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "SignInApp",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [.package(name: "flow", path: "../..")],
  targets: [
    .executableTarget(
      name: "SignInApp",
      dependencies: [
        .product(name: "FlowSignIn", package: "flow"),
        .product(name: "FlowSignInTesting", package: "flow"),
      ], path: "Sources")
  ]
)
