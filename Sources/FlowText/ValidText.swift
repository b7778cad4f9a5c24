extension String {
  /// Creates a text from UTF-8; `nil` if the bytes aren't valid UTF-8.
  ///
  /// - Parameter bytes: The bytes.
  package init?(validUTF8 bytes: some Collection<UInt8>) {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      self.init(validating: bytes, as: UTF8.self)
    } else {
      self.init(comparingUTF8: bytes)
    }
  }

  /// Creates a text from UTF-8, for systems that can't validate bytes.
  ///
  /// Decoding replaces what is invalid, so only valid bytes are equal to the decoded text.
  init?(comparingUTF8 bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
