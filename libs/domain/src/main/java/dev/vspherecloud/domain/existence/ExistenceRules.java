package dev.vspherecloud.domain.existence;

import java.time.Duration;
import java.util.Locale;

/// What it takes to prove that a VM is gone.
///
/// @param disappearedAfter how long a VM that was not destroyed must be away, at least five minutes
public record ExistenceRules(Duration disappearedAfter) {
    public static final Duration MIN_DISAPPEARED_AFTER = Duration.ofMinutes(5);

    public static final ExistenceRules DEFAULTS = new ExistenceRules(Duration.ofMinutes(10));

    /// Number of observations that prove the destruction of a VM.
    static final int MIN_OBSERVATIONS = 3;

    /// Least time that these observations must span.
    static final Duration MIN_SPAN = Duration.ofSeconds(20);

    /// Pause between two of these observations, so that they span enough time.
    static final Duration CHECK_INTERVAL = Duration.ofSeconds(11);

    public ExistenceRules {
        if (disappearedAfter.compareTo(MIN_DISAPPEARED_AFTER) < 0) {
            throw new IllegalArgumentException(
                    "a VM that is away for %s has not disappeared".formatted(disappearedAfter));
        }
    }

    /// Returns the time in the form of the configuration: `10m`.
    String disappearedAfterText() {
        return disappearedAfter.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
    }
}
