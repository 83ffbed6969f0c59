package dev.vspherecloud.csi.operations;

import java.time.Instant;
import java.time.InstantSource;

/// A clock that begins with the time of the system and then only counts: a correction by NTP, or after the VM of this
/// process was moved or resumed, does not change it. Deadlines and waits use it; what is recorded does not.
///
/// All uses share one origin, so times of one part of the program can be compared with those of another.
///
/// Threads: safe for all. A clock has to begin at some time; that of the start is as good as another.
@SuppressWarnings("TimeInStaticInitializer")
public final class MonotonicClock implements InstantSource {
    private static final Instant ORIGIN = InstantSource.system().instant();
    private static final long ORIGIN_NANOS = System.nanoTime();

    @Override
    public Instant instant() {
        return ORIGIN.plusNanos(System.nanoTime() - ORIGIN_NANOS);
    }
}
