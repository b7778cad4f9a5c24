#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "CFlowCrypto.h"

#ifdef __linux__

#include <CFlowLoader.h>
#include <pthread.h>
#include <stdlib.h>

// libcrypto's binary interface is the same in 1.1.1 and 3 (openssl/evp.h, openssl/x509.h).
static struct {
  int is_usable;
  void *(*md_ctx_new)(void);
  void (*md_ctx_free)(void *);
  const void *(*sha256)(void);
  int (*sign_init)(void *, void **, const void *, void *, void *);
  int (*sign)(void *, uint8_t *, size_t *, const uint8_t *, size_t);
  int (*verify_init)(void *, void **, const void *, void *, void *);
  int (*verify)(void *, const uint8_t *, size_t, const uint8_t *, size_t);
  void *(*read_private)(void **, const uint8_t **, long);
  void *(*read_public)(void **, const uint8_t **, long);
  void *(*read_public_of)(int, void **, const uint8_t **, long);
  int (*write_public)(void *, uint8_t **);
  int (*write_private)(void *, uint8_t **);
  void *(*generator_new)(int, void *);
  int (*generator_init)(void *);
  int (*generate)(void *, void **);
  void (*generator_free)(void *);
  void (*key_free)(void *);
  void *(*cipher_new)(void);
  void (*cipher_free)(void *);
  const void *(*aes_256_gcm)(void);
  int (*cipher_init)(void *, const void *, void *, const uint8_t *, const uint8_t *, int);
  int (*cipher_control)(void *, int, int, void *);
  int (*cipher_update)(void *, uint8_t *, int *, const uint8_t *, int);
  int (*cipher_final)(void *, uint8_t *, int *);
  void (*clear_errors)(void);
} crypto;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  static const char *const names[] = {"libcrypto.so.3", "libcrypto.so.1.1", "libcrypto.so"};
  const flow_symbol symbols[] = {
    {&crypto.md_ctx_new, "EVP_MD_CTX_new"},
    {&crypto.md_ctx_free, "EVP_MD_CTX_free"},
    {&crypto.sha256, "EVP_sha256"},
    {&crypto.sign_init, "EVP_DigestSignInit"},
    {&crypto.sign, "EVP_DigestSign"},
    {&crypto.verify_init, "EVP_DigestVerifyInit"},
    {&crypto.verify, "EVP_DigestVerify"},
    {&crypto.read_private, "d2i_AutoPrivateKey"},
    {&crypto.read_public, "d2i_PUBKEY"},
    {&crypto.read_public_of, "d2i_PublicKey"},
    {&crypto.write_public, "i2d_PUBKEY"},
    {&crypto.write_private, "i2d_PrivateKey"},
    {&crypto.generator_new, "EVP_PKEY_CTX_new_id"},
    {&crypto.generator_init, "EVP_PKEY_keygen_init"},
    {&crypto.generate, "EVP_PKEY_keygen"},
    {&crypto.generator_free, "EVP_PKEY_CTX_free"},
    {&crypto.key_free, "EVP_PKEY_free"},
    {&crypto.cipher_new, "EVP_CIPHER_CTX_new"},
    {&crypto.cipher_free, "EVP_CIPHER_CTX_free"},
    {&crypto.aes_256_gcm, "EVP_aes_256_gcm"},
    {&crypto.cipher_init, "EVP_CipherInit_ex"},
    {&crypto.cipher_control, "EVP_CIPHER_CTX_ctrl"},
    {&crypto.cipher_update, "EVP_CipherUpdate"},
    {&crypto.cipher_final, "EVP_CipherFinal_ex"},
    {&crypto.clear_errors, "ERR_clear_error"},
  };
  crypto.is_usable = flow_load_library(
    names, sizeof names / sizeof *names, symbols, sizeof symbols / sizeof *symbols);
}

int flow_crypto_is_available(void) {
  pthread_once(&once, load);
  return crypto.is_usable;
}

// EVP_PKEY_RSA.
enum { RSA = 6 };

static void *read_rsa_public(void **key, const uint8_t **bytes, long count) {
  return crypto.read_public_of(RSA, key, bytes, count);
}

// Reads a whole key and nothing after it.
static flow_crypto_key read_key(
  void *(*read)(void **, const uint8_t **, long), const uint8_t *bytes, size_t count
) {
  if (count > 1 << 20) return 0;
  const uint8_t *at = bytes;
  void *key = read(NULL, &at, (long)count);
  if (key != NULL && at != bytes + count) {
    crypto.key_free(key);
    key = NULL;
  }
  crypto.clear_errors();
  return (flow_crypto_key)key;
}

flow_crypto_key flow_crypto_read_private_key(const uint8_t *bytes, size_t count) {
  return flow_crypto_is_available() ? read_key(crypto.read_private, bytes, count) : 0;
}

flow_crypto_key flow_crypto_read_public_key(const uint8_t *bytes, size_t count) {
  return flow_crypto_is_available() ? read_key(crypto.read_public, bytes, count) : 0;
}

flow_crypto_key flow_crypto_read_rsa_public_key(const uint8_t *bytes, size_t count) {
  return flow_crypto_is_available() ? read_key(read_rsa_public, bytes, count) : 0;
}

void flow_crypto_free_key(flow_crypto_key key) {
  if (key != 0) crypto.key_free((void *)key);
}

static int write_key(
  int (*write)(void *, uint8_t **), void *key, uint8_t *to, size_t *count
) {
  int size = write(key, NULL);
  if (size <= 0 || (size_t)size > *count) return FLOW_CRYPTO_MALFORMED;
  uint8_t *at = to;
  *count = (size_t)write(key, &at);
  return FLOW_CRYPTO_DONE;
}

int flow_crypto_generate_rsa(uint8_t *private_key, size_t *count) {
  // A new key has 2048 bits where nothing else is said.
  if (!flow_crypto_is_available()) return FLOW_CRYPTO_UNAVAILABLE;
  int result = FLOW_CRYPTO_MALFORMED;
  void *key = NULL;
  void *generator = crypto.generator_new(RSA, NULL);
  if (generator != NULL && crypto.generator_init(generator) == 1
      && crypto.generate(generator, &key) == 1) {
    result = write_key(crypto.write_private, key, private_key, count);
  }
  if (key != NULL) crypto.key_free(key);
  if (generator != NULL) crypto.generator_free(generator);
  crypto.clear_errors();
  return result;
}

int flow_crypto_public_key(flow_crypto_key key, uint8_t *public_key, size_t *count) {
  if (key == 0) return FLOW_CRYPTO_MALFORMED;
  int result = write_key(crypto.write_public, (void *)key, public_key, count);
  crypto.clear_errors();
  return result;
}

int flow_crypto_sign(
  flow_crypto_key key, const uint8_t *message, size_t message_count, uint8_t *signature,
  size_t *count
) {
  if (key == 0) return FLOW_CRYPTO_MALFORMED;
  int result = FLOW_CRYPTO_MALFORMED;
  void *context = crypto.md_ctx_new();
  size_t needed = 0;
  if (context != NULL
      && crypto.sign_init(context, NULL, crypto.sha256(), NULL, (void *)key) == 1
      && crypto.sign(context, NULL, &needed, message, message_count) == 1 && needed <= *count
      && crypto.sign(context, signature, count, message, message_count) == 1) {
    result = FLOW_CRYPTO_DONE;
  }
  if (context != NULL) crypto.md_ctx_free(context);
  crypto.clear_errors();
  return result;
}

int flow_crypto_verify(
  flow_crypto_key key, const uint8_t *message, size_t message_count, const uint8_t *signature,
  size_t signature_count
) {
  if (key == 0) return FLOW_CRYPTO_MALFORMED;
  int result = FLOW_CRYPTO_MALFORMED;
  void *context = crypto.md_ctx_new();
  if (context != NULL
      && crypto.verify_init(context, NULL, crypto.sha256(), NULL, (void *)key) == 1) {
    int is_right = crypto.verify(context, signature, signature_count, message, message_count) == 1;
    result = is_right ? FLOW_CRYPTO_DONE : FLOW_CRYPTO_REFUSED;
  }
  if (context != NULL) crypto.md_ctx_free(context);
  crypto.clear_errors();
  return result;
}

// EVP_CTRL_AEAD_GET_TAG and EVP_CTRL_AEAD_SET_TAG; a nonce has 12 bytes where nothing else is said.
enum { GET_TAG = 0x10, SET_TAG = 0x11, TAG_SIZE = 16, OPEN = 0, SEAL = 1 };

// Seals or opens in place of EVP's three steps: the additional data, the text, the end.
static int run_gcm(
  void *context, int direction, const struct flow_crypto_gcm *gcm, const uint8_t *from, uint8_t *to
) {
  int size = 0;
  uint8_t end[TAG_SIZE];
  if (crypto.cipher_init(context, crypto.aes_256_gcm(), NULL, gcm->key, gcm->nonce, direction) != 1
      || (direction == OPEN
          && crypto.cipher_control(context, SET_TAG, TAG_SIZE, gcm->tag) != 1)
      || (gcm->data_count > 0
          && crypto.cipher_update(context, NULL, &size, gcm->data, (int)gcm->data_count) != 1)
      || (gcm->count > 0
          && crypto.cipher_update(context, to, &size, from, (int)gcm->count) != 1)) {
    return FLOW_CRYPTO_MALFORMED;
  }
  if (crypto.cipher_final(context, end, &size) != 1) return FLOW_CRYPTO_REFUSED;
  if (direction == SEAL && crypto.cipher_control(context, GET_TAG, TAG_SIZE, gcm->tag) != 1) {
    return FLOW_CRYPTO_MALFORMED;
  }
  return FLOW_CRYPTO_DONE;
}

static int use_gcm(
  int direction, const struct flow_crypto_gcm *gcm, const uint8_t *from, uint8_t *to
) {
  if (!flow_crypto_is_available()) return FLOW_CRYPTO_UNAVAILABLE;
  if (gcm->count > 1 << 30 || gcm->data_count > 1 << 30) return FLOW_CRYPTO_MALFORMED;
  int result = FLOW_CRYPTO_MALFORMED;
  void *context = crypto.cipher_new();
  if (context != NULL) {
    result = run_gcm(context, direction, gcm, from, to);
    crypto.cipher_free(context);
  }
  crypto.clear_errors();
  return result;
}

int flow_crypto_seal(const struct flow_crypto_gcm *gcm, const uint8_t *text, uint8_t *sealed) {
  return use_gcm(SEAL, gcm, text, sealed);
}

int flow_crypto_open(const struct flow_crypto_gcm *gcm, const uint8_t *sealed, uint8_t *text) {
  return use_gcm(OPEN, gcm, sealed, text);
}

#endif
