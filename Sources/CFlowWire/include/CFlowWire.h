#ifndef CFLOWWIRE_H
#define CFLOWWIRE_H
// libcurl and libcrypto, opened at run time: no header and no -dev package is needed to build.
#endif
