#ifndef COLABEL_COLLATOR_H
#define COLABEL_COLLATOR_H
#include <stdint.h>

/* No header of ICU is included here: Foundation brings another version of it, and one program cannot import both. */

typedef struct colabel_collator colabel_collator;

colabel_collator *colabel_collator_open(const char *language_tag);
void colabel_collator_close(colabel_collator *collator);
int32_t colabel_collator_key(const colabel_collator *collator, const uint16_t *text, int32_t length, uint8_t *key,
                             int32_t capacity);
#endif
