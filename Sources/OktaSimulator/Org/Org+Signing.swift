package import FlowCrypto

extension Org {
  /// The key of all orgs that this process serves.
  ///
  /// It is made once, because making one takes longer than many sign-ins.
  private static let processKey = Result<RSA.PrivateKey, CryptoFailure> {
    () throws(CryptoFailure) in try RSA.PrivateKey.generate()
  }

  /// Returns the same org with this process's key, for clients that verify the signatures of its
  /// tokens.
  ///
  /// - Returns: The org.
  /// - Throws: `CryptoFailure` if this machine can't make a key.
  package func signing() throws(CryptoFailure) -> Org {
    signing(with: try Org.processKey.get())
  }
}
