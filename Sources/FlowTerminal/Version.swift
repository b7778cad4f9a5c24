/// The version that `flow --version` prints.
public let version = "0.1.0"
