package dev.vspherecloud.config;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Parses and formats durations as Go writes them: `1m30s`, `1.5h`, `250ms`, `-2s`, `0`.
///
/// Rule from: Go, time.ParseDuration. The limit of Go also holds here: 64-bit nanoseconds, about 292 years.
public final class GoDuration {
    private static final Pattern PART = Pattern.compile("(\\d+\\.?\\d*|\\.\\d+)(ns|us|µs|μs|ms|s|m|h)");
    private static final Pattern WHOLE = Pattern.compile("[-+]?(0|(" + PART.pattern() + ")+)");
    private static final int MAX_LENGTH = 100;
    private static final Map<String, Long> NANOS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "µs", 1_000L,
            "μs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L);

    private GoDuration() {}

    /// Parses a duration; empty if the text is not a duration.
    public static Optional<Duration> parse(String text) {
        if (text.length() > MAX_LENGTH || !WHOLE.matcher(text).matches()) {
            return Optional.empty();
        }
        BigInteger nanos = PART.matcher(text)
                .results()
                .map(part -> new BigDecimal(part.group(1))
                        .multiply(BigDecimal.valueOf(NANOS.getOrDefault(part.group(2), 0L)))
                        .toBigInteger())
                .reduce(BigInteger.ZERO, BigInteger::add);
        if (nanos.bitLength() > 63) {
            return Optional.empty();
        }
        Duration duration = Duration.ofNanos(nanos.longValueExact());
        return Optional.of(text.startsWith("-") ? duration.negated() : duration);
    }

    /// Formats a duration in the shortest form: `10m`, `1h30m`, `2.5s`, `0s`.
    public static String text(Duration duration) {
        if (duration.isNegative()) {
            return "-" + text(duration.negated());
        }
        var seconds = BigDecimal.valueOf(duration.toSecondsPart())
                .add(BigDecimal.valueOf(duration.toNanosPart(), 9))
                .stripTrailingZeros();
        String text = part(BigDecimal.valueOf(duration.toHours()), "h")
                + part(BigDecimal.valueOf(duration.toMinutesPart()), "m")
                + part(seconds, "s");
        return text.isEmpty() ? "0s" : text;
    }

    private static String part(BigDecimal number, String unit) {
        return number.signum() == 0 ? "" : number.toPlainString() + unit;
    }
}
