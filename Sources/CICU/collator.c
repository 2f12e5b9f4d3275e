#include "colabel_collator.h"

#include <unicode/ucol.h>
#include <unicode/uloc.h>

/* ICU gives its functions the names of their version by macros, which Swift cannot import. */

colabel_collator *colabel_collator_open(const char *language_tag) {
  char locale[ULOC_FULLNAME_CAPACITY];
  UErrorCode status = U_ZERO_ERROR;
  uloc_forLanguageTag(language_tag, locale, sizeof locale, NULL, &status);
  UCollator *collator = ucol_open(U_SUCCESS(status) && status != U_STRING_NOT_TERMINATED_WARNING ? locale : "",
                                  &(UErrorCode){U_ZERO_ERROR});
  if (collator == NULL) return NULL;
  status = U_ZERO_ERROR;
  ucol_setAttribute(collator, UCOL_STRENGTH, UCOL_SECONDARY, &status);
  ucol_setAttribute(collator, UCOL_NUMERIC_COLLATION, UCOL_ON, &status);
  return (colabel_collator *)collator;
}

void colabel_collator_close(colabel_collator *collator) {
  ucol_close((UCollator *)collator);
}

int32_t colabel_collator_key(const colabel_collator *collator, const uint16_t *text, int32_t length, uint8_t *key,
                             int32_t capacity) {
  return ucol_getSortKey((const UCollator *)collator, text, length, key, capacity);
}
