#include "CFlowLoader.h"

#ifdef __linux__

#include <dlfcn.h>
#include <string.h>

int flow_load_library(
  const char *const *names, size_t name_count, const flow_symbol *symbols, size_t symbol_count) {
  void *library = NULL;
  for (size_t i = 0; library == NULL && i < name_count; i++) {
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  }
  if (library == NULL) return 0;
  for (size_t i = 0; i < symbol_count; i++) {
    void *found = dlsym(library, symbols[i].name);
    if (found == NULL) return 0;
    memcpy(symbols[i].address, &found, sizeof found);
  }
  return 1;
}

#else

int flow_load_library(
  const char *const *names, size_t name_count, const flow_symbol *symbols, size_t symbol_count) {
  (void)names, (void)name_count, (void)symbols, (void)symbol_count;
  return 0;
}

#endif
