#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "CFlowCrypto.h"

#ifdef __linux__

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

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
  void (*clear_errors)(void);
} crypto;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  static const char *const names[] = {"libcrypto.so.3", "libcrypto.so.1.1", "libcrypto.so"};
  void *library = NULL;
  for (size_t i = 0; library == NULL && i < sizeof names / sizeof *names; i++) {
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  }
  if (library == NULL) return;
  const struct {
    void *address;
    const char *name;
  } symbols[] = {
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
    {&crypto.clear_errors, "ERR_clear_error"},
  };
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    void *found = dlsym(library, symbols[i].name);
    if (found == NULL) return;
    memcpy(symbols[i].address, &found, sizeof found);
  }
  crypto.is_usable = 1;
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

#endif
