package dev.vspherecloud.serving.debug;

import dev.vspherecloud.serving.Handler;
import dev.vspherecloud.serving.Request;
import dev.vspherecloud.serving.Response;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/// The page `/statusz`, which shows the program, its version, when it started, and its pages.
///
/// Rule from: component-base, zpages/statusz, for the form.
///
/// @param program the name of the program
/// @param version the version of the program
/// @param started when the program started
/// @param paths   returns the paths of the pages; called for each request
public record StatusPage(
        String program, String version, Instant started, InstantSource clock, Supplier<List<String>> paths)
        implements Handler {
    static final String WARNING =
            "Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and"
                    + " is for debugging purposes only.\n";

    @Override
    public Response handle(Request request) {
        Duration up = Duration.between(started, clock.instant());
        return Response.text("""

                %s statusz
                %s
                Started: %s
                Up: %d hr %02d min %02d sec
                Java version: %s
                Binary version: %s
                Paths: %s
                """.formatted(
                        program,
                        WARNING,
                        started,
                        up.toHours(),
                        up.toMinutesPart(),
                        up.toSecondsPart(),
                        Runtime.version(),
                        version,
                        String.join(" ", paths.get())));
    }
}
