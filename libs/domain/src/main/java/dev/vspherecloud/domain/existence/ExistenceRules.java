package dev.vspherecloud.domain.existence;

import java.time.Duration;
import java.util.Locale;

/// What it takes to prove that a VM is gone.
///
/// @param disappearedAfter how long a VM that was not destroyed must be away, at least five minutes
public record ExistenceRules(Duration disappearedAfter) {
    public static final Duration FLOOR = Duration.ofMinutes(5);

    public static final ExistenceRules STANDARD = new ExistenceRules(Duration.ofMinutes(10));

    /// Number of observations that prove the destruction of a VM.
    static final int OBSERVATIONS = 3;

    /// Least time that these observations must span.
    static final Duration SPAN = Duration.ofSeconds(20);

    /// Pause between two of these observations, so that they span enough time.
    static final Duration BETWEEN = Duration.ofSeconds(11);

    public ExistenceRules {
        if (disappearedAfter.compareTo(FLOOR) < 0) {
            throw new IllegalArgumentException(
                    "a VM that is away for %s has not disappeared".formatted(disappearedAfter));
        }
    }

    /// Returns the time in the form of the configuration: `10m`.
    String inShort() {
        return disappearedAfter.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
    }
}
