#ifndef CFLOWCRYPTO_H
#define CFLOWCRYPTO_H

#include <stddef.h>
#include <stdint.h>

// Updates the eight words of a SHA-256 state (FIPS 180-4, section 6.2.2) with whole blocks of 64
// bytes; 0, and no update, if the processor has no instructions for it.
int flow_sha256(uint32_t *state, const uint8_t *bytes, size_t blocks);

// Signatures and AES by libcrypto, opened at run time: no header and no -dev package is needed to
// build, and a machine without it still runs all that needs neither. On other systems than Linux
// nothing of this is here.

#ifdef __linux__

// How a call ended.
enum {
  FLOW_CRYPTO_DONE = 0,
  // A signature that is not one of this message by this key; a tag that is not one of this text.
  FLOW_CRYPTO_REFUSED,
  // A key or a signature that can't be read, or room that is too small.
  FLOW_CRYPTO_MALFORMED,
  FLOW_CRYPTO_UNAVAILABLE,
};

// Opens libcrypto once in a process; 0 where the machine has none that can be used.
int flow_crypto_is_available(void);

// Makes an RSA key of 2048 bits, as an RSAPrivateKey in DER (RFC 8017, appendix A.1.2). `count` holds
// the room, then the size.
int flow_crypto_generate_rsa(uint8_t *private_key, size_t *count);

// A key that was read; any number of threads may use it at once. Zero stands for none.
typedef uintptr_t flow_crypto_key;

// Reads a private key in DER (RFC 5915 or 8017), or a SubjectPublicKeyInfo (RFC 5280, section
// 4.1.2.7), which takes as long as a signature does; 0 where it can't be read, or with no library.
flow_crypto_key flow_crypto_read_private_key(const uint8_t *bytes, size_t count);
flow_crypto_key flow_crypto_read_public_key(const uint8_t *bytes, size_t count);
// Reads an RSAPublicKey in DER (RFC 8017, appendix A.1.1), in a twentieth of that time.
flow_crypto_key flow_crypto_read_rsa_public_key(const uint8_t *bytes, size_t count);
void flow_crypto_free_key(flow_crypto_key key);

// The SubjectPublicKeyInfo of a private key. `count` holds the room, then the size.
int flow_crypto_public_key(flow_crypto_key key, uint8_t *public_key, size_t *count);

// Signs with SHA-256: ECDSA with its signature in DER (RFC 3279, section 2.2.3), RSA with PKCS #1
// v1.5 (RFC 8017, section 8.2), as the key is. `count` holds the room, then the size.
int flow_crypto_sign(
  flow_crypto_key key, const uint8_t *message, size_t message_count, uint8_t *signature,
  size_t *count);

// Verifies such a signature by a public key.
int flow_crypto_verify(
  flow_crypto_key key, const uint8_t *message, size_t message_count, const uint8_t *signature,
  size_t signature_count);

// What AES-256-GCM is used with (SP 800-38D).
struct flow_crypto_gcm {
  // 32 bytes.
  const uint8_t *key;
  // 12 bytes.
  const uint8_t *nonce;
  // What the tag covers beside the text.
  const uint8_t *data;
  size_t data_count;
  // How many bytes the text has, sealed or not.
  size_t count;
  // 16 bytes: written where something is sealed, held to where it is opened.
  uint8_t *tag;
};

// Encrypts a text, or decrypts it. What was written of a text that is refused is not to be used.
int flow_crypto_seal(const struct flow_crypto_gcm *gcm, const uint8_t *text, uint8_t *sealed);
int flow_crypto_open(const struct flow_crypto_gcm *gcm, const uint8_t *sealed, uint8_t *text);

#endif
#endif
