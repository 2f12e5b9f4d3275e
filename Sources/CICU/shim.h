#ifndef COLABEL_CICU_H
#define COLABEL_CICU_H
#include <unicode/ucol.h>
#include <unicode/uloc.h>

/* What Swift cannot import: ICU gives its functions the names of their version by macros. */

static inline UCollator *colabel_collator_open(const char *language_tag) {
  char locale[ULOC_FULLNAME_CAPACITY];
  UErrorCode status = U_ZERO_ERROR;
  uloc_forLanguageTag(language_tag, locale, sizeof locale, NULL, &status);
  UCollator *collator = ucol_open(U_SUCCESS(status) && status != U_STRING_NOT_TERMINATED_WARNING ? locale : "",
                                  &(UErrorCode){U_ZERO_ERROR});
  if (collator == NULL) return NULL;
  status = U_ZERO_ERROR;
  ucol_setAttribute(collator, UCOL_STRENGTH, UCOL_SECONDARY, &status);
  ucol_setAttribute(collator, UCOL_NUMERIC_COLLATION, UCOL_ON, &status);
  return collator;
}

static inline void colabel_collator_close(UCollator *collator) {
  ucol_close(collator);
}

static inline int32_t colabel_collator_key(const UCollator *collator, const UChar *text, int32_t length,
                                           uint8_t *key, int32_t capacity) {
  return ucol_getSortKey(collator, text, length, key, capacity);
}
#endif
