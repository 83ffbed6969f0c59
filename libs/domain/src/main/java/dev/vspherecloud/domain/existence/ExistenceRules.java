package dev.vspherecloud.domain.existence;

import java.time.Duration;
import java.util.Locale;

/// The conditions under which the program concludes that a VM is gone.
///
/// @param disappearedAfter how long a VM that was not destroyed must be missing, at least five minutes
public record ExistenceRules(Duration disappearedAfter) {
    public static final Duration MIN_DISAPPEARED_AFTER = Duration.ofMinutes(5);

    public static final ExistenceRules DEFAULTS = new ExistenceRules(Duration.ofMinutes(10));

    /// The number of observations that are needed to prove the destruction of a VM.
    static final int MIN_OBSERVATIONS = 3;

    /// The least time between the first and the last observation that prove the destruction of a VM.
    static final Duration MIN_SPAN = Duration.ofSeconds(20);

    /// The pause between two checks of a missing VM, so that three checks span at least [#MIN_SPAN].
    static final Duration CHECK_INTERVAL = Duration.ofSeconds(11);

    public ExistenceRules {
        if (disappearedAfter.compareTo(MIN_DISAPPEARED_AFTER) < 0) {
            throw new IllegalArgumentException(
                    "a VM that is away for %s has not disappeared".formatted(disappearedAfter));
        }
    }

    /// Returns the value of `disappearedAfter` in the form of the configuration, as in `10m`.
    String disappearedAfterText() {
        return disappearedAfter.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
    }
}
