#ifndef FLOWTLS_H
#define FLOWTLS_H

// The server's side of TLS by libssl, opened at run time as libcurl is. It knows no socket: bytes of
// the wire go in and out of memory, so that the caller keeps its own time limits.

#ifdef __linux__

#include <stddef.h>
#include <stdint.h>

enum {
  FLOW_TLS_DONE = 0,
  // Bytes of the client must come first.
  FLOW_TLS_NEEDS_INPUT,
  // The client has said that it sends nothing more.
  FLOW_TLS_ENDED,
  FLOW_TLS_FAILED,
};

// Why a certificate and its key can't be used.
enum {
  FLOW_TLS_UNAVAILABLE = 16,
  FLOW_TLS_BAD_CERTIFICATE,
  FLOW_TLS_BAD_KEY,
  // The key is encrypted with a passphrase.
  FLOW_TLS_LOCKED_KEY,
  // The key isn't the key of the first certificate.
  FLOW_TLS_OTHER_KEY,
  // The library refuses them, as a key that is too short.
  FLOW_TLS_REFUSED,
};

// Opens libssl once in a process; 0 if the machine has none that can be used.
int flow_tls_is_available(void);

// A certificate chain with its key; any number of threads may use it at once. Zero stands for none.
typedef uintptr_t flow_tls_identity;

// Reads a chain and a key in PEM form (RFC 7468). The library's own words on a refusal are written to
// `reason`, which has `room` bytes.
int flow_tls_read_identity(
  const uint8_t *chain, size_t chain_count, const uint8_t *key, size_t key_count,
  flow_tls_identity *identity, char *reason, size_t room);
void flow_tls_free_identity(flow_tls_identity identity);

// One connection, for one thread at a time. Zero stands for none.
typedef uintptr_t flow_tls;

flow_tls flow_tls_open(flow_tls_identity identity);
void flow_tls_close(flow_tls connection);

// Takes over bytes that came from the client; 0 if memory is missing.
int flow_tls_feed(flow_tls connection, const uint8_t *bytes, size_t count);
// How many bytes wait in memory, taken over and not read.
size_t flow_tls_unread(flow_tls connection);
// Gives bytes to send to the client, up to `room`; 0 if there are none.
size_t flow_tls_take(flow_tls connection, uint8_t *bytes, size_t room);

int flow_tls_shake_hands(flow_tls connection);
// `count` holds the room, then the size.
int flow_tls_read(flow_tls connection, uint8_t *bytes, size_t *count);
int flow_tls_write(flow_tls connection, const uint8_t *bytes, size_t count);
// Whether the client has said that it sends nothing more, and all that it sent was read.
int flow_tls_has_ended(flow_tls connection);
// Says that nothing more is sent (close_notify), unless the connection has failed.
void flow_tls_end(flow_tls connection);

// The library's own words on the latest failure; empty if it has none.
const char *flow_tls_reason(flow_tls connection);

#endif
#endif
