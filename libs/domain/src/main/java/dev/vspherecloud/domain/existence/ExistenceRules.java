package dev.vspherecloud.domain.existence;

import java.time.Duration;
import java.util.Locale;

/// How much it takes to prove that a VM is gone.
///
/// @param disappearedAfter how long a VM that was not destroyed must be away, at least five minutes
public record ExistenceRules(Duration disappearedAfter) {
    public static final Duration FLOOR = Duration.ofMinutes(5);

    public static final ExistenceRules STANDARD = new ExistenceRules(Duration.ofMinutes(10));

    /// How often a destroyed VM is looked for …
    static final int OBSERVATIONS = 3;

    /// … over at least this time …
    static final Duration SPAN = Duration.ofSeconds(20);

    /// … which these pauses make.
    static final Duration BETWEEN = Duration.ofSeconds(11);

    public ExistenceRules {
        if (disappearedAfter.compareTo(FLOOR) < 0) {
            throw new IllegalArgumentException(
                    "a VM that is away for %s has not disappeared".formatted(disappearedAfter));
        }
    }

    /// The time as one writes it in a configuration: `10m`.
    String inShort() {
        return disappearedAfter.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
    }
}
