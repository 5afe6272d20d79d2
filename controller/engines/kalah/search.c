/* The best sowing, as search.py finds it, some hundred times faster: the same rules of Kalah (K4 to
   K8), the same order of moves, the same values. compiled.py builds it where there is a compiler.

   Pits are the mover's own from left to right, then the opponent's from theirs. Stones in a store
   never return (K11), so stores are left out: what a sowing brings there is its gain. */

#define _POSIX_C_SOURCE 199309L

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_PITS = 9, STONE = 16, EXACT = 1000, FAR = 30000, ON_SIDE = 4, TO_MOVE = 24 };
enum { CAPTURE_OPPOSITE, CAPTURE_ALWAYS, CAPTURE_NONE };
/* The clock is looked at after so many positions. */
enum { LOOKS_UP = 4096 };

/* What is known of a position: how deep it was searched, its value's bounds, the best pit. */
typedef struct {
    uint64_t key;
    int16_t depth, least, most;
    int16_t pit;
} Known;

typedef struct {
    uint8_t pit[2 * MOST_PITS];
} Board;

typedef struct {
    Board after;
    int order, pit, gain, again, over;
} Way;

typedef struct {
    int pits, capture;
    uint64_t mask;
    Known *table;
    int64_t nodes, most;
    double end;
    int cut, out_of_time;
} Search;

Search *kalah_open(int pits, int capture, int table_bits) {
    Search *search = calloc(1, sizeof *search);
    if (!search || pits < 1 || pits > MOST_PITS) {
        free(search);
        return NULL;
    }
    search->pits = pits;
    search->capture = capture;
    search->mask = ((uint64_t)1 << table_bits) - 1;
    search->table = calloc(search->mask + 1, sizeof *search->table);
    if (!search->table) {
        free(search);
        return NULL;
    }
    return search;
}

void kalah_close(Search *search) {
    free(search->table);
    free(search);
}

void kalah_forget(Search *search) {
    memset(search->table, 0, (search->mask + 1) * sizeof *search->table);
}

/* A position as a number; two of them agree once in some 10^19 times. Never 0, the empty place. */
static uint64_t key_of(const Search *search, const Board *board) {
    uint64_t key = 0x9e3779b97f4a7c15u;
    for (int pit = 0; pit < 2 * search->pits; pit++) {
        key = (key ^ board->pit[pit]) * 0xff51afd7ed558ccdu;
        key ^= key >> 32;
    }
    return key ? key : 1;
}

/* Counter-clockwise one by one, never into the opponent's store (K4); a last stone in an own empty
   pit is taken with what lies opposite (K6, K7); one side empty: both sweep (K8). */
static void sow(const Search *search, const Board *board, int pit, Way *way) {
    const int pits = search->pits, places = 2 * pits + 1;
    Board after = *board;
    int count = after.pit[pit], place = pit, gain = 0;
    after.pit[pit] = 0;
    while (count--) {
        if (++place == places)
            place = 0;
        if (place == pits)
            gain++;
        else
            after.pit[place < pits ? place : place - 1]++;
    }
    way->again = place == pits;
    if (place < pits && after.pit[place] == 1 && search->capture != CAPTURE_NONE) {
        int there = after.pit[2 * pits - 1 - place];
        if (there || search->capture == CAPTURE_ALWAYS) {
            gain += there + 1;
            after.pit[place] = after.pit[2 * pits - 1 - place] = 0;
        }
    }
    int own = 0, foe = 0;
    for (int each = 0; each < pits; each++) {
        own += after.pit[each];
        foe += after.pit[pits + each];
    }
    way->pit = pit;
    way->order = way->again ? -pit - 100 : -gain;
    way->over = !own || !foe;
    way->gain = way->over ? gain + own - foe : gain;
    if (way->again) {
        way->after = after;
        return;
    }
    memcpy(way->after.pit, after.pit + pits, pits); /* the other side moves, and sees it turned */
    memcpy(way->after.pit + pits, after.pit, pits);
}

/* Every sowing, the most promising first: what was best before, extra moves near the store, then
   what brings most. */
static int moves(const Search *search, const Board *board, int first, Way *found) {
    int count = 0;
    for (int pit = 0; pit < search->pits; pit++) {
        if (!board->pit[pit])
            continue;
        Way way;
        sow(search, board, pit, &way);
        if (pit == first)
            way.order = -1000;
        int at = count++;
        for (; at && found[at - 1].order > way.order; at--)
            found[at] = found[at - 1];
        found[at] = way;
    }
    return count;
}

/* What a position seems to be worth where nothing more is looked at. */
static int looks(const Search *search, const Board *board) {
    int ahead = 0;
    for (int pit = 0; pit < search->pits; pit++)
        ahead += board->pit[pit] - board->pit[search->pits + pit];
    return ON_SIDE * ahead + TO_MOVE;
}

/* Remember what a search in this window tells; what was searched deeper stays, in one of two places. */
static void keep(Search *search, uint64_t key, Known found, int alpha, int beta) {
    Known *place = &search->table[key & search->mask & ~(uint64_t)1];
    int best = found.least;
    found.key = key;
    found.least = best > alpha ? best : -FAR;
    found.most = best < beta ? best : FAR;
    for (int other = 0; other < 2; other++) {
        if (place[other].key != key)
            continue;
        if (place[other].depth > found.depth)
            return;
        if (place[other].depth == found.depth) {
            found.least = found.least > place[other].least ? found.least : place[other].least;
            found.most = found.most < place[other].most ? found.most : place[other].most;
        }
        place[other] = found;
        return;
    }
    place[!place[0].key || place[0].depth <= found.depth ? 0 : 1] = found;
}

static const Known *recall(const Search *search, uint64_t key) {
    const Known *place = &search->table[key & search->mask & ~(uint64_t)1];
    return place[0].key == key ? place : place[1].key == key ? place + 1 : NULL;
}

/* Whether it is time to answer: after so much work, or by the clock that only goes on. */
static int is_spent(const Search *search) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return search->nodes >= search->most || now.tv_sec + now.tv_nsec / 1e9 >= search->end;
}

static int value(Search *search, const Board *board, int alpha, int beta, int depth) {
    if (!(++search->nodes % LOOKS_UP) && is_spent(search))
        search->out_of_time = 1;
    if (search->out_of_time)
        return 0;
    uint64_t key = key_of(search, board);
    const Known *known = recall(search, key);
    int first = known ? known->pit : -1;
    if (known && known->depth >= depth) {
        int told = known->least >= beta || known->least == known->most ? known->least
                   : known->most <= alpha                              ? known->most
                                                                       : FAR;
        if (told != FAR) {
            search->cut |= known->depth < EXACT;
            return told;
        }
    }
    if (depth <= 0) {
        search->cut = 1;
        return looks(search, board);
    }
    int before = search->cut, best = -FAR, chosen = -1;
    search->cut = 0;
    Way ways[MOST_PITS];
    int count = moves(search, board, first, ways);
    for (int at = 0; at < count && best < beta; at++) {
        const Way *way = &ways[at];
        int worth = way->gain * STONE, floor = alpha > best ? alpha : best;
        if (!way->over && way->again) {
            worth += value(search, &way->after, floor - worth, beta - worth, depth - 1);
        } else if (!way->over && chosen < 0) {
            worth -= value(search, &way->after, worth - beta, worth - floor, depth - 1);
        } else if (!way->over) { /* hardly better than the first: just ask whether it is */
            int tried = worth - value(search, &way->after, worth - floor - 1, worth - floor, depth - 1);
            if (floor < tried && tried < beta)
                tried = worth - value(search, &way->after, worth - beta, worth - floor, depth - 1);
            worth = tried;
        }
        if (search->out_of_time)
            return 0;
        if (worth > best) {
            best = worth;
            chosen = way->pit;
        }
    }
    Known found = {0, search->cut ? depth : EXACT, best, best, chosen};
    keep(search, key, found, alpha, beta);
    search->cut |= before;
    return best;
}

/* What these pits are worth to the mover: a bound where that lies outside of the window. Gives 0, and
   `out_of_time`, where the time was up; `cut`: the search met its horizon somewhere. */
int kalah_value(Search *search, const uint8_t *pits, int alpha, int beta, int depth,
                int64_t most, double end, int64_t *nodes, int *cut, int *out_of_time) {
    Board board = {{0}};
    memcpy(board.pit, pits, 2 * search->pits);
    search->most = most;
    search->end = end;
    search->nodes = *nodes;
    search->cut = *cut;
    search->out_of_time = 0;
    int worth = value(search, &board, alpha, beta, depth);
    *nodes = search->nodes;
    *cut = search->cut;
    *out_of_time = search->out_of_time;
    return worth;
}
