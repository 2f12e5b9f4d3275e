#include "file_record.h"

#include <stdlib.h>
#include <string.h>

enum { sector = 512 };

static void *allocate(size_t count) {
  void *memory = calloc(1, count ? count : 1);
  if (!memory) abort();
  return memory;
}

static void resize(unsigned char **bytes, size_t *count, size_t wanted) {
  unsigned char *moved = realloc(*bytes, wanted ? wanted : 1);
  if (!moved) abort();
  if (wanted > *count) memset(moved + *count, 0, wanted - *count);
  *bytes = moved;
  *count = wanted;
}

static void apply(unsigned char **bytes, size_t *count, const change *done) {
  if (!done->data) {
    if (done->offset < *count) resize(bytes, count, done->offset);
    return;
  }
  size_t end = done->offset + done->count;
  if (end > *count) resize(bytes, count, end);
  memcpy(*bytes + done->offset, done->data, done->count);
}

void record_add(record *at, size_t offset, const void *data, size_t count) {
  change *done = allocate(sizeof *done);
  done->offset = offset;
  done->count = count;
  if (data) {
    done->data = allocate(count);
    memcpy(done->data, data, count);
  }
  *at->last = done;
  at->last = &done->next;
}

void record_sync(record *at) {
  for (change *done = at->first; done; done = done->next) apply(&at->synced, &at->count, done);
  record_forget(at);
}

void record_forget(record *at) {
  while (at->first) {
    change *done = at->first;
    at->first = done->next;
    free(done->data);
    free(done);
  }
  at->last = &at->first;
}

void record_sync_entry(record *at) {
  if (at->is_entry_synced && !at->is_there) {
    record_forget(at);
    at->count = 0;
  }
  at->is_entry_synced = at->is_there;
}

void record_release(record *at) {
  record_forget(at);
  free(at->synced);
  free(at->path);
}

/* SplitMix64 (Steele, Lea, Flood 2014). */
static int coin(unsigned long long *state) {
  unsigned long long mixed = (*state += 0x9E3779B97F4A7C15ULL);
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
  return (int)((mixed ^ (mixed >> 31)) & 1);
}

static void apply_some(unsigned char **bytes, size_t *count, const change *done, unsigned long long *state) {
  if (!done->data) {
    if (coin(state)) apply(bytes, count, done);
    return;
  }
  for (size_t start = 0; start < done->count;) {
    size_t rest_of_sector = sector - (done->offset + start) % sector;
    size_t length = done->count - start < rest_of_sector ? done->count - start : rest_of_sector;
    change part = {NULL, done->offset + start, length, done->data + start};
    if (coin(state)) apply(bytes, count, &part);
    start += length;
  }
}

void record_image(const record *at, unsigned long long seed, unsigned char **bytes, size_t *count) {
  int is_there = at->is_entry_synced;
  if (seed && at->is_there != at->is_entry_synced) is_there = coin(&seed);
  if (!is_there) return;
  resize(bytes, count, at->count);
  if (at->count) memcpy(*bytes, at->synced, at->count);
  unsigned long long state = seed;
  for (change *done = at->first; seed && done; done = done->next) apply_some(bytes, count, done, &state);
}
