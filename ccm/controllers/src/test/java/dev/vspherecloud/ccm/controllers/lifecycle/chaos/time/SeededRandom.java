package dev.vspherecloud.ccm.controllers.lifecycle.chaos.time;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/// The only source of randomness in a run, which the seed determines.
public final class SeededRandom {
    private final SplittableRandom random;

    public SeededRandom(long seed) {
        random = new SplittableRandom(seed);
    }

    /// @param percent 0 to 100
    public boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    /// Returns a number from 0 to `bound` - 1.
    public int below(int bound) {
        return random.nextInt(bound);
    }

    /// Returns a number between the two, both included.
    public int between(int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    public Duration seconds(int low, int high) {
        return Duration.ofMillis(low * 1000L + random.nextInt((high - low) * 1000 + 1));
    }

    public Duration millis(int low, int high) {
        return Duration.ofNanos(low * 1_000_000L + random.nextInt((high - low) * 1000 + 1) * 1000L);
    }

    public <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    public UUID uuid() {
        return new UUID((random.nextLong() & ~0xf000L) | 0x4000L, (random.nextLong() >>> 2) | (1L << 63));
    }
}
