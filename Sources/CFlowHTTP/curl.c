#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "CFlowHTTP.h"

#ifdef __linux__

#include <CFlowLoader.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The numbers and types below are libcurl's binary interface, unchanged since 7.66 (curl/curl.h).
enum {
  OPT_WRITEDATA = 10001,
  OPT_URL = 10002,
  OPT_READDATA = 10009,
  OPT_ERRORBUFFER = 10010,
  OPT_WRITEFUNCTION = 20011,
  OPT_READFUNCTION = 20012,
  OPT_HTTPHEADER = 10023,
  OPT_HEADERDATA = 10029,
  OPT_CUSTOMREQUEST = 10036,
  OPT_NOBODY = 44,
  OPT_POST = 47,
  OPT_FOLLOWLOCATION = 52,
  OPT_CAINFO = 10065,
  OPT_FRESH_CONNECT = 74,
  OPT_HEADERFUNCTION = 20079,
  OPT_NOSIGNAL = 99,
  OPT_TCP_NODELAY = 121,
  OPT_MAXFILESIZE_LARGE = 30117,
  OPT_POSTFIELDSIZE_LARGE = 30120,
  OPT_TIMEOUT_MS = 155,
  OPT_NOPROXY = 10177,
  OPT_PROTOCOLS = 181,
  OPT_PATH_AS_IS = 234,
  OPT_SUPPRESS_CONNECT_HEADERS = 265,
  OPT_HTTP09_ALLOWED = 285,
  OPT_PROTOCOLS_STR = 10318,
  INFO_RESPONSE_CODE = 0x200002,
  INFO_REQUEST_SIZE = 0x20000C,
  PROTOCOL_HTTP_AND_HTTPS = 3,
  GLOBAL_DEFAULT = 3,
  MESSAGE_DONE = 1,
  ERROR_SIZE = 256,
  READ_ABORT = 0x10000000,
  // The longest wait before a cancellation is looked at, should its wake-up be missing or lost.
  SLICE_MILLISECONDS = 100,
};

typedef struct {
  int kind;
  void *easy;
  union {
    void *whatever;
    int result;
  } data;
} curl_message;

static struct {
  int is_usable;
  int (*global_init)(long);
  void *(*easy_init)(void);
  void (*easy_cleanup)(void *);
  void (*easy_reset)(void *);
  int (*easy_setopt)(void *, int, ...);
  int (*easy_getinfo)(void *, int, ...);
  const char *(*easy_strerror)(int);
  void *(*slist_append)(void *, const char *);
  void (*slist_free_all)(void *);
  void *(*multi_init)(void);
  int (*multi_cleanup)(void *);
  int (*multi_add_handle)(void *, void *);
  int (*multi_remove_handle)(void *, void *);
  int (*multi_perform)(void *, int *);
  int (*multi_poll)(void *, void *, unsigned, int, int *);
  int (*multi_wakeup)(void *);
  curl_message *(*multi_info_read)(void *, int *);
} curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  // The first is OpenSSL's build, the second Debian's with GnuTLS, the third a developer's link.
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so"};
  const flow_symbol symbols[] = {
    {&curl.global_init, "curl_global_init"},
    {&curl.easy_init, "curl_easy_init"},
    {&curl.easy_cleanup, "curl_easy_cleanup"},
    {&curl.easy_reset, "curl_easy_reset"},
    {&curl.easy_setopt, "curl_easy_setopt"},
    {&curl.easy_getinfo, "curl_easy_getinfo"},
    {&curl.easy_strerror, "curl_easy_strerror"},
    {&curl.slist_append, "curl_slist_append"},
    {&curl.slist_free_all, "curl_slist_free_all"},
    {&curl.multi_init, "curl_multi_init"},
    {&curl.multi_cleanup, "curl_multi_cleanup"},
    {&curl.multi_add_handle, "curl_multi_add_handle"},
    {&curl.multi_remove_handle, "curl_multi_remove_handle"},
    {&curl.multi_perform, "curl_multi_perform"},
    {&curl.multi_poll, "curl_multi_poll"},  // Since 7.66 of 2019.
    {&curl.multi_wakeup, "curl_multi_wakeup"},  // Since 7.68 of 2020.
    {&curl.multi_info_read, "curl_multi_info_read"},
  };
  curl.is_usable =
    flow_load_library(
      names, sizeof names / sizeof *names, symbols, sizeof symbols / sizeof *symbols)
    && curl.global_init(GLOBAL_DEFAULT) == 0;
}

int flow_curl_is_available(void) {
  pthread_once(&once, load);
  return curl.is_usable;
}

typedef struct {
  uint8_t *bytes;
  size_t count, capacity, max;
} buffer;

// Grows by doubling up to `max`; zero where that is not enough, or memory is missing.
static int append(buffer *to, const void *bytes, size_t count) {
  if (count > to->max - to->count) return 0;
  if (to->count + count > to->capacity) {
    size_t capacity = to->capacity < 4096 ? 4096 : to->capacity;
    while (capacity < to->count + count) capacity *= 2;
    uint8_t *grown = realloc(to->bytes, capacity);
    if (grown == NULL) return 0;
    to->bytes = grown;
    to->capacity = capacity;
  }
  if (count > 0) memcpy(to->bytes + to->count, bytes, count);
  to->count += count;
  return 1;
}

typedef struct {
  void *easy, *multi, *header_lines;
  buffer head, body, upload;
  size_t uploaded, fields_count;
  int is_head, head_is_whole;
  long status;
  atomic_int is_cancelled;
  char error[ERROR_SIZE];
} client;

static client *of(flow_curl handle) { return (client *)handle; }

flow_curl flow_curl_open(void) {
  if (!flow_curl_is_available()) return 0;
  client *self = calloc(1, sizeof *self);
  if (self == NULL) return 0;
  self->easy = curl.easy_init();
  self->multi = curl.multi_init();
  if (self->easy == NULL || self->multi == NULL) {
    flow_curl_close((flow_curl)self);
    return 0;
  }
  return (flow_curl)self;
}

void flow_curl_close(flow_curl handle) {
  client *self = of(handle);
  if (self->easy != NULL) curl.easy_cleanup(self->easy);
  if (self->multi != NULL) curl.multi_cleanup(self->multi);
  curl.slist_free_all(self->header_lines);
  free(self->head.bytes);
  free(self->body.bytes);
  free(self->upload.bytes);
  free(self);
}

// A header line comes at a time; every answer, interim ones too, begins anew. What is passed over is
// counted too: libcurl keeps every field that is taken here, for as long as the server sends them.
static size_t take_header(char *line, size_t size, size_t count, void *context) {
  client *self = context;
  size_t length = size * count;
  self->fields_count += length;
  if (self->fields_count > self->head.max) return 0;
  if (length >= 5 && memcmp(line, "HTTP/", 5) == 0) {
    self->head.count = 0;
    self->head_is_whole = 0;
  }
  // What comes after the head is a trailer, and passed over.
  if (self->head_is_whole) return length;
  self->head_is_whole = length <= 2;
  return append(&self->head, line, length) ? length : 0;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
  client *self = context;
  size_t length = size * count;
  return append(&self->body, bytes, length) ? length : 0;
}

// The body is read by a callback without a way back, so that libcurl can't send it twice: over a
// connection that proves dead it would, whatever the method.
static size_t give_body(char *to, size_t size, size_t count, void *context) {
  client *self = context;
  if (atomic_load(&self->is_cancelled)) return READ_ABORT;
  size_t room = size * count, left = self->upload.count - self->uploaded;
  size_t given = room < left ? room : left;
  if (given > 0) memcpy(to, self->upload.bytes + self->uploaded, given);
  self->uploaded += given;
  return given;
}

void flow_curl_begin(flow_curl handle, const char *method, const char *url) {
  client *self = of(handle);
  void *easy = self->easy;
  curl.easy_reset(easy);
  curl.slist_free_all(self->header_lines);
  self->header_lines = NULL;
  self->head.count = self->body.count = self->upload.count = self->uploaded = 0;
  self->fields_count = 0;
  self->head_is_whole = 0;
  self->status = 0;
  self->error[0] = 0;
  atomic_store(&self->is_cancelled, 0);
  curl.easy_setopt(easy, OPT_URL, url);
  self->is_head = strcmp(method, "HEAD") == 0;
  if (self->is_head) {
    curl.easy_setopt(easy, OPT_NOBODY, 1L);
  } else {
    curl.easy_setopt(easy, OPT_CUSTOMREQUEST, method);
  }
  if (strcmp(method, "POST") == 0) flow_curl_set_body(handle, NULL, 0);
  curl.easy_setopt(easy, OPT_NOSIGNAL, 1L);
  curl.easy_setopt(easy, OPT_FOLLOWLOCATION, 0L);
  // The first is obsolete since 7.85, the second unknown before it.
  curl.easy_setopt(easy, OPT_PROTOCOLS, (long)PROTOCOL_HTTP_AND_HTTPS);
  curl.easy_setopt(easy, OPT_PROTOCOLS_STR, "http,https");
  curl.easy_setopt(easy, OPT_HTTP09_ALLOWED, 0L);
  curl.easy_setopt(easy, OPT_PATH_AS_IS, 1L);
  curl.easy_setopt(easy, OPT_TCP_NODELAY, 1L);
  curl.easy_setopt(easy, OPT_SUPPRESS_CONNECT_HEADERS, 1L);
  curl.easy_setopt(easy, OPT_ERRORBUFFER, self->error);
  curl.easy_setopt(easy, OPT_HEADERFUNCTION, take_header);
  curl.easy_setopt(easy, OPT_HEADERDATA, self);
  curl.easy_setopt(easy, OPT_WRITEFUNCTION, take_body);
  curl.easy_setopt(easy, OPT_WRITEDATA, self);
  curl.easy_setopt(easy, OPT_READFUNCTION, give_body);
  curl.easy_setopt(easy, OPT_READDATA, self);
  // Large bodies would wait a second for leave to be sent.
  flow_curl_add_header(handle, "Expect:");
}

void flow_curl_add_header(flow_curl handle, const char *line) {
  client *self = of(handle);
  void *grown = curl.slist_append(self->header_lines, line);
  if (grown != NULL) self->header_lines = grown;
}

int flow_curl_set_body(flow_curl handle, const uint8_t *bytes, size_t count) {
  client *self = of(handle);
  self->upload.max = SIZE_MAX / 4;
  if (!append(&self->upload, bytes, count)) return 0;
  // A request with a body is a POST to libcurl; its method was named apart.
  curl.easy_setopt(self->easy, OPT_POST, 1L);
  curl.easy_setopt(self->easy, OPT_POSTFIELDSIZE_LARGE, (int64_t)count);
  return 1;
}

void flow_curl_set_ca_file(flow_curl handle, const char *path) {
  curl.easy_setopt(of(handle)->easy, OPT_CAINFO, path);
}

void flow_curl_set_no_proxy(flow_curl handle) {
  curl.easy_setopt(of(handle)->easy, OPT_NOPROXY, "*");
}

void flow_curl_set_fresh_connection(flow_curl handle) {
  curl.easy_setopt(of(handle)->easy, OPT_FRESH_CONNECT, 1L);
}

static int outcome_of(client *self, int result) {
  if (atomic_load(&self->is_cancelled)) return FLOW_CURL_CANCELLED;
  switch (result) {
  // To libcurl a connection that ends inside the head has ended an answer without a body.
  case 0: return self->head_is_whole ? FLOW_CURL_DONE : FLOW_CURL_CUT_OFF;
  // The second is libcurl's try to send the body again.
  case 52: case 65: return self->fields_count > 0 ? FLOW_CURL_CUT_OFF : FLOW_CURL_UNANSWERED;
  case 28: return FLOW_CURL_TIMED_OUT;
  // A proxy or a host without an address, a refused connection.
  case 5: case 6: case 7: return FLOW_CURL_UNREACHABLE;
  case 35: case 51: case 53: case 54: case 58: case 59: case 60: case 64: case 66: case 77:
  case 80: case 82: case 83: case 90: case 91: case 98: return FLOW_CURL_INSECURE;
  case 23:
    return self->head_is_whole && self->fields_count <= self->head.max
      ? FLOW_CURL_BODY_TOO_LARGE : FLOW_CURL_HEAD_TOO_LARGE;
  case 3: case 8: case 16: case 61: case 92: return FLOW_CURL_MALFORMED;
  case 63: return FLOW_CURL_BODY_TOO_LARGE;
  // libcurl's own bound on a head.
  case 27: case 100: return FLOW_CURL_HEAD_TOO_LARGE;
  case 1: {
    // A libcurl without TLS; but after a request was sent, an answer that isn't HTTP.
    long sent = 0;
    curl.easy_getinfo(self->easy, INFO_REQUEST_SIZE, &sent);
    return sent > 0 ? FLOW_CURL_MALFORMED : FLOW_CURL_UNAVAILABLE;
  }
  default: return FLOW_CURL_DROPPED;
  }
}

// Runs until the transfer is done, and returns libcurl's result; -1 where it was cancelled.
static int transfer(client *self) {
  for (;;) {
    int running = 0;
    if (curl.multi_perform(self->multi, &running) != 0) return 56;
    if (running == 0) {
      int left = 0;
      curl_message *message = curl.multi_info_read(self->multi, &left);
      return message != NULL && message->kind == MESSAGE_DONE ? message->data.result : 56;
    }
    if (atomic_load(&self->is_cancelled)) return -1;
    int ready = 0;
    if (curl.multi_poll(self->multi, NULL, 0, SLICE_MILLISECONDS, &ready) != 0) return 56;
    if (atomic_load(&self->is_cancelled)) return -1;
  }
}

int flow_curl_perform(
  flow_curl handle, long timeout_milliseconds, size_t head_max, size_t body_max
) {
  client *self = of(handle);
  self->head.max = head_max;
  self->body.max = body_max;
  // A length that is announced as too long is not waited for; the answer to HEAD has no body.
  if (!self->is_head) curl.easy_setopt(self->easy, OPT_MAXFILESIZE_LARGE, (int64_t)body_max);
  curl.easy_setopt(self->easy, OPT_TIMEOUT_MS, timeout_milliseconds);
  curl.easy_setopt(self->easy, OPT_HTTPHEADER, self->header_lines);

  // TLS libraries write without MSG_NOSIGNAL: a SIGPIPE of this thread is held back and taken away.
  sigset_t pipe_signal, before, pending;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  sigpending(&pending);
  int was_pending = sigismember(&pending, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);

  int result = 2;
  if (curl.multi_add_handle(self->multi, self->easy) == 0) {
    result = transfer(self);
    curl.multi_remove_handle(self->multi, self->easy);
  }
  curl.easy_getinfo(self->easy, INFO_RESPONSE_CODE, &self->status);

  sigpending(&pending);
  if (!was_pending && sigismember(&pending, SIGPIPE)) {
    const struct timespec none = {0, 0};
    sigtimedwait(&pipe_signal, NULL, &none);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);

  if (self->error[0] == 0 && result > 0) {
    strncpy(self->error, curl.easy_strerror(result), ERROR_SIZE - 1);
  }
  return outcome_of(self, result);
}

void flow_curl_cancel(flow_curl handle) {
  client *self = of(handle);
  atomic_store(&self->is_cancelled, 1);
  curl.multi_wakeup(self->multi);
}

long flow_curl_status(flow_curl handle) { return of(handle)->status; }

const uint8_t *flow_curl_head(flow_curl handle, size_t *count) {
  *count = of(handle)->head.count;
  return of(handle)->head.bytes;
}

const uint8_t *flow_curl_body(flow_curl handle, size_t *count) {
  *count = of(handle)->body.count;
  return of(handle)->body.bytes;
}

const char *flow_curl_error(flow_curl handle) { return of(handle)->error; }

#endif
