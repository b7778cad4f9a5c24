#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "FlowTLS.h"

#ifdef __linux__

#include <CFlowLoader.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef int passphrase(char *, int, int, void *);
typedef int choose_protocol(
  void *, const uint8_t **, uint8_t *, const uint8_t *, unsigned, void *);

// The binary interface of libssl and its libcrypto is the same in 1.1.1 and 3 (openssl/ssl.h,
// openssl/bio.h, openssl/pem.h).
static struct {
  int is_usable;
  const void *(*server_method)(void);
  void *(*context_new)(const void *);
  void (*context_free)(void *);
  long (*context_control)(void *, int, long, void *);
  uint64_t (*set_options)(void *, uint64_t);
  void (*set_protocols)(void *, choose_protocol *, void *);
  int (*use_certificate)(void *, void *);
  int (*use_key)(void *, void *);
  int (*key_matches)(void *, void *);
  void *(*connection_new)(void *);
  void (*connection_free)(void *);
  void (*set_memory)(void *, void *, void *);
  void (*set_accepting)(void *);
  int (*shake_hands)(void *);
  int (*read)(void *, void *, int);
  int (*peek)(void *, void *, int);
  int (*write)(void *, const void *, int);
  int (*shut_down)(void *);
  int (*error_of)(const void *, int);
  void *(*memory_new)(const void *);
  const void *(*memory_method)(void);
  void *(*memory_of)(const void *, int);
  int (*memory_free)(void *);
  int (*memory_read)(void *, void *, int);
  int (*memory_write)(void *, const void *, int);
  size_t (*memory_pending)(void *);
  void *(*read_certificate)(void *, void **, passphrase *, void *);
  void (*certificate_free)(void *);
  void *(*read_key)(void *, void **, passphrase *, void *);
  void (*key_free)(void *);
  void (*clear_errors)(void);
  unsigned long (*first_error)(void);
  unsigned long (*last_error)(void);
  const char *(*words_of)(unsigned long);
} ssl;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  static const char *const names[] = {"libssl.so.3", "libssl.so.1.1", "libssl.so"};
  // What libcrypto has is found too: libssl depends on it.
  const flow_symbol symbols[] = {
    {&ssl.server_method, "TLS_server_method"},
    {&ssl.context_new, "SSL_CTX_new"},
    {&ssl.context_free, "SSL_CTX_free"},
    {&ssl.context_control, "SSL_CTX_ctrl"},
    {&ssl.set_options, "SSL_CTX_set_options"},
    {&ssl.set_protocols, "SSL_CTX_set_alpn_select_cb"},
    {&ssl.use_certificate, "SSL_CTX_use_certificate"},
    {&ssl.use_key, "SSL_CTX_use_PrivateKey"},
    {&ssl.key_matches, "X509_check_private_key"},
    {&ssl.connection_new, "SSL_new"},
    {&ssl.connection_free, "SSL_free"},
    {&ssl.set_memory, "SSL_set_bio"},
    {&ssl.set_accepting, "SSL_set_accept_state"},
    {&ssl.shake_hands, "SSL_do_handshake"},
    {&ssl.read, "SSL_read"},
    {&ssl.peek, "SSL_peek"},
    {&ssl.write, "SSL_write"},
    {&ssl.shut_down, "SSL_shutdown"},
    {&ssl.error_of, "SSL_get_error"},
    {&ssl.memory_new, "BIO_new"},
    {&ssl.memory_method, "BIO_s_mem"},
    {&ssl.memory_of, "BIO_new_mem_buf"},
    {&ssl.memory_free, "BIO_free"},
    {&ssl.memory_read, "BIO_read"},
    {&ssl.memory_write, "BIO_write"},
    {&ssl.memory_pending, "BIO_ctrl_pending"},
    {&ssl.read_certificate, "PEM_read_bio_X509"},
    {&ssl.certificate_free, "X509_free"},
    {&ssl.read_key, "PEM_read_bio_PrivateKey"},
    {&ssl.key_free, "EVP_PKEY_free"},
    {&ssl.clear_errors, "ERR_clear_error"},
    {&ssl.first_error, "ERR_peek_error"},
    {&ssl.last_error, "ERR_peek_last_error"},
    {&ssl.words_of, "ERR_reason_error_string"},
  };
  ssl.is_usable = flow_load_library(
    names, sizeof names / sizeof *names, symbols, sizeof symbols / sizeof *symbols);
}

int flow_tls_is_available(void) {
  pthread_once(&once, load);
  return ssl.is_usable;
}

static void copy_reason(char *reason, size_t room) {
  const char *words = ssl.words_of(ssl.first_error());
  if (room == 0) return;
  strncpy(reason, words != NULL ? words : "", room - 1);
  reason[room - 1] = 0;
}

// MARK: The certificate and its key

// Chains have two or three certificates.
enum { CHAIN_MAX = 32, FILE_MAX = 1 << 20 };
// SSL_CTRL_SET_SESS_CACHE_MODE, SSL_CTRL_CHAIN_CERT (which counts the certificate as used once more)
// and SSL_CTRL_SET_MIN_PROTO_VERSION.
enum { SESSION_CACHE = 44, CHAIN_CERTIFICATE = 89, OLDEST_VERSION = 123, TLS_1_2 = 0x0303 };
// SSL_OP_NO_COMPRESSION and SSL_OP_NO_RENEGOTIATION.
static const uint64_t OPTIONS = (1u << 17) | (1u << 30);
// PEM_R_NO_START_LINE.
enum { NO_START_LINE = 108 };

// The server speaks one protocol (RFC 7301, section 3.2).
static int choose_http(
  void *connection, const uint8_t **chosen, uint8_t *chosen_count, const uint8_t *offered,
  unsigned count, void *unused
) {
  (void)connection;
  (void)unused;
  static const char name[] = "http/1.1";
  for (unsigned at = 0; at < count; at += 1u + offered[at]) {
    if (offered[at] == sizeof name - 1 && at + offered[at] < count
        && memcmp(offered + at + 1, name, sizeof name - 1) == 0) {
      *chosen = offered + at + 1;
      *chosen_count = sizeof name - 1;
      return 0;
    }
  }
  // SSL_TLSEXT_ERR_ALERT_FATAL.
  return 2;
}

// Called for an encrypted key: it notes that, and has no passphrase.
static int no_passphrase(char *room, int size, int is_writing, void *was_asked) {
  (void)room;
  (void)size;
  (void)is_writing;
  *(int *)was_asked = 1;
  return -1;
}

static void *new_context(void) {
  void *context = ssl.context_new(ssl.server_method());
  if (context == NULL) return NULL;
  ssl.context_control(context, OLDEST_VERSION, TLS_1_2, NULL);
  // Clients keep their sessions themselves, as tickets.
  ssl.context_control(context, SESSION_CACHE, 0, NULL);
  ssl.set_options(context, OPTIONS);
  ssl.set_protocols(context, choose_http, NULL);
  return context;
}

// The certificates after the first.
static int read_chain(void *context, void *file) {
  for (int i = 0; i < CHAIN_MAX; i++) {
    int was_asked = 0;
    void *certificate = ssl.read_certificate(file, NULL, no_passphrase, &was_asked);
    if (certificate == NULL) {
      int is_end = (ssl.last_error() & 0xFFF) == NO_START_LINE;
      ssl.clear_errors();
      return is_end ? FLOW_TLS_DONE : FLOW_TLS_BAD_CERTIFICATE;
    }
    long is_added = ssl.context_control(context, CHAIN_CERTIFICATE, 1, certificate);
    ssl.certificate_free(certificate);
    if (is_added != 1) return FLOW_TLS_REFUSED;
  }
  return FLOW_TLS_REFUSED;
}

static int read_identity(void *context, void *chain, void *key_file) {
  int was_asked = 0;
  void *certificate = ssl.read_certificate(chain, NULL, no_passphrase, &was_asked);
  if (certificate == NULL) return FLOW_TLS_BAD_CERTIFICATE;
  void *key = ssl.read_key(key_file, NULL, no_passphrase, &was_asked);
  int result = FLOW_TLS_DONE;
  if (key == NULL) {
    result = was_asked ? FLOW_TLS_LOCKED_KEY : FLOW_TLS_BAD_KEY;
  } else {
    ssl.clear_errors();
    if (ssl.key_matches(certificate, key) != 1) {
      result = FLOW_TLS_OTHER_KEY;
    } else if (ssl.use_certificate(context, certificate) != 1 || ssl.use_key(context, key) != 1) {
      result = FLOW_TLS_REFUSED;
    }
    ssl.key_free(key);
  }
  ssl.certificate_free(certificate);
  return result == FLOW_TLS_DONE ? read_chain(context, chain) : result;
}

int flow_tls_read_identity(
  const uint8_t *chain, size_t chain_count, const uint8_t *key, size_t key_count,
  flow_tls_identity *identity, char *reason, size_t room
) {
  *identity = 0;
  if (room > 0) *reason = 0;
  if (!flow_tls_is_available()) return FLOW_TLS_UNAVAILABLE;
  if (chain_count > FILE_MAX || chain_count == 0) return FLOW_TLS_BAD_CERTIFICATE;
  if (key_count > FILE_MAX || key_count == 0) return FLOW_TLS_BAD_KEY;
  ssl.clear_errors();
  void *context = new_context();
  void *chain_file = ssl.memory_of(chain, (int)chain_count);
  void *key_file = ssl.memory_of(key, (int)key_count);
  int result = FLOW_TLS_REFUSED;
  if (context != NULL && chain_file != NULL && key_file != NULL) {
    result = read_identity(context, chain_file, key_file);
  }
  if (result != FLOW_TLS_DONE) copy_reason(reason, room);
  ssl.memory_free(chain_file);
  ssl.memory_free(key_file);
  ssl.clear_errors();
  if (result == FLOW_TLS_DONE) *identity = (flow_tls_identity)context;
  else if (context != NULL) ssl.context_free(context);
  return result;
}

void flow_tls_free_identity(flow_tls_identity identity) {
  if (identity != 0) ssl.context_free((void *)identity);
}

// MARK: A connection

enum { REASON_SIZE = 128 };

typedef struct {
  void *ssl;
  // What came and what is to be sent; they are freed with the connection.
  void *input;
  void *output;
  int is_open;
  int has_failed;
  char reason[REASON_SIZE];
} connection;

static connection *of(flow_tls handle) { return (connection *)handle; }

flow_tls flow_tls_open(flow_tls_identity identity) {
  connection *self = calloc(1, sizeof *self);
  if (self == NULL) return 0;
  self->ssl = ssl.connection_new((void *)identity);
  self->input = ssl.memory_new(ssl.memory_method());
  self->output = ssl.memory_new(ssl.memory_method());
  if (self->ssl == NULL || self->input == NULL || self->output == NULL) {
    ssl.memory_free(self->input);
    ssl.memory_free(self->output);
    if (self->ssl != NULL) ssl.connection_free(self->ssl);
    free(self);
    ssl.clear_errors();
    return 0;
  }
  ssl.set_memory(self->ssl, self->input, self->output);
  ssl.set_accepting(self->ssl);
  return (flow_tls)self;
}

void flow_tls_close(flow_tls handle) {
  if (handle == 0) return;
  ssl.connection_free(of(handle)->ssl);
  free(of(handle));
  ssl.clear_errors();
}

int flow_tls_feed(flow_tls handle, const uint8_t *bytes, size_t count) {
  return ssl.memory_write(of(handle)->input, bytes, (int)count) == (int)count;
}

size_t flow_tls_unread(flow_tls handle) { return ssl.memory_pending(of(handle)->input); }

size_t flow_tls_take(flow_tls handle, uint8_t *bytes, size_t room) {
  // Asked first: memory that is read while it is empty counts as an error.
  if (ssl.memory_pending(of(handle)->output) == 0) return 0;
  int count = ssl.memory_read(of(handle)->output, bytes, (int)room);
  return count > 0 ? (size_t)count : 0;
}

// SSL_ERROR_WANT_READ and SSL_ERROR_ZERO_RETURN.
enum { WANT_READ = 2, ZERO_RETURN = 6 };

// What a call came to that returned `result`.
static int outcome(connection *self, int result) {
  if (result > 0) return FLOW_TLS_DONE;
  switch (ssl.error_of(self->ssl, result)) {
  case WANT_READ: return FLOW_TLS_NEEDS_INPUT;
  case ZERO_RETURN: return FLOW_TLS_ENDED;
  default:
    self->has_failed = 1;
    copy_reason(self->reason, sizeof self->reason);
    ssl.clear_errors();
    return FLOW_TLS_FAILED;
  }
}

int flow_tls_shake_hands(flow_tls handle) {
  ssl.clear_errors();
  int result = outcome(of(handle), ssl.shake_hands(of(handle)->ssl));
  if (result == FLOW_TLS_DONE) of(handle)->is_open = 1;
  return result;
}

int flow_tls_read(flow_tls handle, uint8_t *bytes, size_t *count) {
  ssl.clear_errors();
  int room = *count > INT32_MAX ? INT32_MAX : (int)*count;
  int read = ssl.read(of(handle)->ssl, bytes, room);
  *count = read > 0 ? (size_t)read : 0;
  return outcome(of(handle), read);
}

int flow_tls_write(flow_tls handle, const uint8_t *bytes, size_t count) {
  if (count == 0) return FLOW_TLS_DONE;
  if (count > INT32_MAX) return FLOW_TLS_FAILED;
  ssl.clear_errors();
  // It writes to memory, and so all at once.
  int written = ssl.write(of(handle)->ssl, bytes, (int)count);
  return outcome(of(handle), written) == FLOW_TLS_DONE && written == (int)count
    ? FLOW_TLS_DONE : FLOW_TLS_FAILED;
}

int flow_tls_has_ended(flow_tls handle) {
  uint8_t byte;
  if (of(handle)->has_failed) return 1;
  ssl.clear_errors();
  int result = outcome(of(handle), ssl.peek(of(handle)->ssl, &byte, 1));
  return result == FLOW_TLS_ENDED || result == FLOW_TLS_FAILED;
}

void flow_tls_end(flow_tls handle) {
  if (!of(handle)->is_open || of(handle)->has_failed) return;
  ssl.clear_errors();
  ssl.shut_down(of(handle)->ssl);
  ssl.clear_errors();
}

const char *flow_tls_reason(flow_tls handle) { return of(handle)->reason; }

#endif
