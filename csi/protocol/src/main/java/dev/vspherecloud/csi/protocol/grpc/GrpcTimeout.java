package dev.vspherecloud.csi.protocol.grpc;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the time that a client gives a call.
///
/// Form: at most eight digits and a unit, as in `300S` or `15000m`.
///
/// Rule from: gRPC over HTTP2, "Timeout".
final class GrpcTimeout {
    private static final Pattern FORM = Pattern.compile("(\\d{1,8})([HMSmun])");

    private GrpcTimeout() {}

    /// Returns the time; empty if the text has another form.
    static Optional<Duration> parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        long count = Long.parseLong(form.group(1));
        return Optional.of(
                switch (form.group(2)) {
                    case "H" -> Duration.ofHours(count);
                    case "M" -> Duration.ofMinutes(count);
                    case "S" -> Duration.ofSeconds(count);
                    case "m" -> Duration.ofMillis(count);
                    case "u" -> Duration.ofNanos(count * 1000);
                    default -> Duration.ofNanos(count);
                });
    }
}
