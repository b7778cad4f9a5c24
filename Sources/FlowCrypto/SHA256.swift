import CFlowCrypto

/// SHA-256 (FIPS 180-4, section 6.2).
public enum SHA256 {
  /// Returns the 32-byte digest of a message.
  public static func hash(_ message: [UInt8]) -> [UInt8] {
    let padded = DigestBlocks.padded(message, blockBytes: 64)
    var words = initial
    let isDone = unsafe words.withUnsafeMutableBufferPointer { words in
      unsafe padded.withUnsafeBufferPointer { padded in
        unsafe flow_sha256(words.baseAddress, padded.baseAddress, padded.count / 64) != 0
      }
    }
    return isDone ? DigestBlocks.bytes(words) : hash(padded: padded)
  }

  /// Returns the beginning of a text's digest, in hexadecimal digits.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - bytes: The number of bytes of the digest.
  /// - Returns: Two digits for each byte.
  package static func digits(of text: String, bytes: Int) -> String {
    hash(Array(text.utf8)).prefix(bytes).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// The fractional bits of the square roots of the first 8 primes.
  private static let initial: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB,
    0x5BE0_CD19,
  ]

  /// Returns the digest of a padded message, computed without the processor's SHA instructions.
  static func hash(padded: [UInt8]) -> [UInt8] {
    var state = State(
      a: 0x6A09_E667, b: 0xBB67_AE85, c: 0x3C6E_F372, d: 0xA54F_F53A,
      e: 0x510E_527F, f: 0x9B05_688C, g: 0x1F83_D9AB, h: 0x5BE0_CD19)
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      unsafe schedule.initialize(repeating: 0)
      unsafe padded.withUnsafeBufferPointer { padded in
        for block in stride(from: 0, to: padded.count, by: 64) {
          unsafe fill(schedule, from: padded, at: block)
          unsafe compress(schedule, into: &state)
        }
      }
    }
    return DigestBlocks.bytes([
      state.a, state.b, state.c, state.d, state.e, state.f, state.g, state.h,
    ])
  }

  /// The eight working variables, which begin as the fractional bits of the first 8 primes' square
  /// roots.
  private struct State {
    var a, b, c, d, e, f, g, h: UInt32
  }

  @inline(__always)
  private static func fill(
    _ schedule: UnsafeMutableBufferPointer<UInt32>, from bytes: UnsafeBufferPointer<UInt8>,
    at block: Int
  ) {
    for t in 0..<16 {
      let at = block + t * 4
      let high = unsafe UInt32(bytes[at]) << 24 | UInt32(bytes[at + 1]) << 16
      unsafe schedule[t] = high | UInt32(bytes[at + 2]) << 8 | UInt32(bytes[at + 3])
    }
    for t in 16..<64 {
      let (early, late) = unsafe (schedule[t - 15], schedule[t - 2])
      let sigma0 = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
      let sigma1 = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
      unsafe schedule[t] = schedule[t - 16] &+ sigma0 &+ schedule[t - 7] &+ sigma1
    }
  }

  @inline(__always)
  private static func compress(
    _ schedule: UnsafeMutableBufferPointer<UInt32>, into state: inout State
  ) {
    var (a, b, c, d) = (state.a, state.b, state.c, state.d)
    var (e, f, g, h) = (state.e, state.f, state.g, state.h)
    unsafe constants.withUnsafeBufferPointer { constants in
      for t in stride(from: 0, to: 64, by: 8) {
        // After eight rounds each variable is in its original place, so no value needs to be moved.
        unsafe round(a, b, c, &d, e, f, g, &h, constants[t] &+ schedule[t])
        unsafe round(h, a, b, &c, d, e, f, &g, constants[t + 1] &+ schedule[t + 1])
        unsafe round(g, h, a, &b, c, d, e, &f, constants[t + 2] &+ schedule[t + 2])
        unsafe round(f, g, h, &a, b, c, d, &e, constants[t + 3] &+ schedule[t + 3])
        unsafe round(e, f, g, &h, a, b, c, &d, constants[t + 4] &+ schedule[t + 4])
        unsafe round(d, e, f, &g, h, a, b, &c, constants[t + 5] &+ schedule[t + 5])
        unsafe round(c, d, e, &f, g, h, a, &b, constants[t + 6] &+ schedule[t + 6])
        unsafe round(b, c, d, &e, f, g, h, &a, constants[t + 7] &+ schedule[t + 7])
      }
    }
    (state.a, state.b, state.c, state.d) = (state.a &+ a, state.b &+ b, state.c &+ c, state.d &+ d)
    (state.e, state.f, state.g, state.h) = (state.e &+ e, state.f &+ f, state.g &+ g, state.h &+ h)
  }

  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32,
    _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32, _ word: UInt32
  ) {
    let sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    let first = h &+ sum1 &+ (e & f ^ ~e & g) &+ word
    let sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    d &+= first
    h = first &+ sum0 &+ (a & b ^ a & c ^ b & c)
  }

  @inline(__always)
  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// The fractional bits of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1,
    0x923F_82A4, 0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3,
    0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786,
    0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147,
    0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13,
    0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
    0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A,
    0x5B9C_CA4F, 0x682E_6FF3, 0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208,
    0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
  ]
}
