/* A system clock that is set anew while a program runs: preloaded, it adds JUMP_S seconds to the time of day, from
   JUMP_AFTER_S seconds after the first question on. Clocks that only measure durations go on as they are. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long jump(void) {
    static int (*ask)(clockid_t, struct timespec *);
    static double first = -1;
    struct timespec now;
    if (!ask) ask = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    ask(CLOCK_MONOTONIC, &now);
    double elapsed = now.tv_sec + now.tv_nsec * 1e-9;
    if (first < 0) first = elapsed;
    return elapsed - first >= atof(getenv("JUMP_AFTER_S")) ? atol(getenv("JUMP_S")) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    static int (*ask)(clockid_t, struct timespec *);
    if (!ask) ask = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int done = ask(clock, now);
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) now->tv_sec += jump();
    return done;
}

int gettimeofday(struct timeval *now, void *zone) {
    static int (*ask)(struct timeval *, void *);
    if (!ask) ask = (int (*)(struct timeval *, void *))dlsym(RTLD_NEXT, "gettimeofday");
    int done = ask(now, zone);
    now->tv_sec += jump();
    return done;
}

time_t time(time_t *now) {
    struct timespec found;
    clock_gettime(CLOCK_REALTIME, &found);
    if (now) *now = found.tv_sec;
    return found.tv_sec;
}
