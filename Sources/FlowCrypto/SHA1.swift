/// SHA-1 (FIPS 180-4, section 6.1), used only for one-time passwords because collisions are known.
public enum SHA1 {
  /// Returns the 20-byte digest of a message.
  public static func hash(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    var schedule = [UInt32](repeating: 0, count: 80)
    let padded = DigestBlocks.padded(message, blockBytes: 64)
    for block in stride(from: 0, to: padded.count, by: 64) {
      for t in 0..<16 { schedule[t] = DigestBlocks.word(padded, at: block + t * 4) }
      for t in 16..<80 {
        let mixed = schedule[t - 3] ^ schedule[t - 8] ^ schedule[t - 14] ^ schedule[t - 16]
        schedule[t] = mixed << 1 | mixed >> 31
      }
      compress(schedule, into: &state)
    }
    return DigestBlocks.bytes(state)
  }

  private static func compress(_ schedule: [UInt32], into state: inout [UInt32]) {
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for t in 0..<80 {
      let (f, k): (UInt32, UInt32) =
        switch t {
        case 0..<20: (b & c | ~b & d, 0x5A82_7999)
        case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = (a << 5 | a >> 27) &+ f &+ e &+ k &+ schedule[t]
      (a, b, c, d, e) = (next, a, b << 30 | b >> 2, c, d)
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
  }
}
