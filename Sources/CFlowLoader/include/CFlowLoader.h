#ifndef CFLOWLOADER_H
#define CFLOWLOADER_H

#include <stddef.h>

// A function of a library, and where its address is to be stored.
typedef struct {
  void *address;
  const char *name;
} flow_symbol;

// Opens the first library that the system has and stores the addresses of its functions. Returns 1
// if it has all of them; the library then stays open until the process ends. Linux only.
int flow_load_library(
  const char *const *names, size_t name_count, const flow_symbol *symbols, size_t symbol_count);

#endif
