#ifndef COLABEL_CCRYPTO_H
#define COLABEL_CCRYPTO_H
#include <openssl/evp.h>
#include <openssl/sha.h>
#endif
