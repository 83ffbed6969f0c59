package dev.vspherecloud.ccm.application.status;

import dev.vspherecloud.ccm.application.metrics.ProgramMetrics;
import dev.vspherecloud.observability.Version;
import dev.vspherecloud.serving.Handler;
import dev.vspherecloud.serving.Request;
import dev.vspherecloud.serving.Response;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;

/// Serves the page `/status`.
///
/// The response forbids the browser everything that the page does not need: scripts, images, frames, and requests to
/// other hosts. Only the style sheet in the page is allowed, by its hash.
///
/// Threads: any.
public final class StatusHandler implements Handler {
    public static final String PATH = "/status";

    static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; style-src '%s'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
                    .formatted(StatusStyle.HASH),
            "Referrer-Policy",
            "no-referrer",
            "X-Frame-Options",
            "DENY");

    private final ProgramMetrics metrics;
    private final RecentChanges changes;
    private final Supplier<LeaderStatus> leader;
    private final InstantSource clock;
    private final Instant started;

    /// Creates the handler when the process starts.
    ///
    /// @param leader supplies which process leads; called for each request
    public StatusHandler(
            ProgramMetrics metrics, RecentChanges changes, Supplier<LeaderStatus> leader, InstantSource clock) {
        this.metrics = metrics;
        this.changes = changes;
        this.leader = leader;
        this.clock = clock;
        this.started = clock.instant();
    }

    @Override
    public Response handle(Request request) {
        StatusModel model = StatusModel.read(clock.instant(), Version.text(), started, leader.get(), metrics, changes);
        return new Response(
                200, "text/html; charset=utf-8", StatusHtml.of(model, StatusQuery.of(request.query())), HEADERS);
    }
}
