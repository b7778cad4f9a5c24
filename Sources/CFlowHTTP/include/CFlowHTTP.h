#ifndef CFLOWWIRE_H
#define CFLOWWIRE_H

#include "FlowTLS.h"

// libcurl, opened at run time: no header and no -dev package is needed to build, and a machine
// without it still runs all that needs no network. On other systems than Linux nothing is here.

#ifdef __linux__

#include <stddef.h>
#include <stdint.h>

// How a transfer ended.
enum {
  FLOW_CURL_DONE = 0,
  FLOW_CURL_CANCELLED,
  FLOW_CURL_TIMED_OUT,
  FLOW_CURL_UNREACHABLE,
  FLOW_CURL_INSECURE,
  FLOW_CURL_DROPPED,
  FLOW_CURL_UNANSWERED,
  FLOW_CURL_CUT_OFF,
  FLOW_CURL_MALFORMED,
  FLOW_CURL_HEAD_TOO_LARGE,
  FLOW_CURL_BODY_TOO_LARGE,
  FLOW_CURL_UNAVAILABLE,
};

// A client with its open connections, for one transfer at a time. Zero stands for none.
typedef uintptr_t flow_curl;

// Opens libcurl once in a process; 0 where the machine has none that can be used.
int flow_curl_is_available(void);

// Makes a client; 0 where libcurl or memory is missing.
flow_curl flow_curl_open(void);
void flow_curl_close(flow_curl client);

// Begins to describe a request; what the one before was, is forgotten. Everything is copied.
void flow_curl_begin(flow_curl client, const char *method, const char *url);
void flow_curl_add_header(flow_curl client, const char *line);
// Zero where memory is missing.
int flow_curl_set_body(flow_curl client, const uint8_t *bytes, size_t count);
void flow_curl_set_ca_file(flow_curl client, const char *path);
// Goes straight to the server, whatever proxy the environment names.
void flow_curl_set_no_proxy(flow_curl client);
// Opens a connection of its own, since over one that proves dead libcurl would send again.
void flow_curl_set_fresh_connection(flow_curl client);

// Carries the request out and waits for the whole answer; returns how that ended.
int flow_curl_perform(
  flow_curl client, long timeout_milliseconds, size_t head_max, size_t body_max);
// Ends a transfer, or the one that follows; from any thread.
void flow_curl_cancel(flow_curl client);

// The latest transfer's answer, and libcurl's own words on what failed.
long flow_curl_status(flow_curl client);
const uint8_t *flow_curl_head(flow_curl client, size_t *count);
const uint8_t *flow_curl_body(flow_curl client, size_t *count);
const char *flow_curl_error(flow_curl client);

#endif
#endif
