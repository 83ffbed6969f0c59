package dev.vspherecloud.serving.health;

import dev.vspherecloud.serving.Handler;
import dev.vspherecloud.serving.Request;
import dev.vspherecloud.serving.Response;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A page that succeeds if all its health checks pass, and below it a page for each check.
///
/// When a check begins to fail, this is logged once, and again when the check passes.
///
/// Rule from: apiserver, pkg/server/healthz.
///
/// Threads: any; no check waits for the check of another request.
public final class HealthPage implements Handler {
    private static final Logger log = LoggerFactory.getLogger(HealthPage.class);

    private final String name;
    private final Supplier<List<HealthCheck>> checks;
    private final HealthSlis slis;
    private final Set<String> failing = ConcurrentHashMap.newKeySet();

    /// Creates a page.
    ///
    /// @param name   the name in its path, without slashes
    /// @param checks returns the current checks; if there are none, the page only shows that the process
    ///     answers
    /// @param slis   counts the results
    public HealthPage(String name, Supplier<List<HealthCheck>> checks, HealthSlis slis) {
        this.name = name;
        this.checks = checks;
        this.slis = slis;
    }

    /// Returns the two paths of this page, each with this handler.
    public Map<String, Handler> paths() {
        return Map.of("/" + name, this, "/" + name + "/", this);
    }

    @Override
    public boolean isSmall() {
        return true;
    }

    @Override
    public Response handle(Request request) {
        List<HealthCheck> all = checks.get();
        List<HealthCheck> current = all.isEmpty() ? List.of(HealthCheck.PING) : all;
        String asked = request.path().substring(1 + name.length());
        return asked.isEmpty() ? all(current, request.query()) : one(current, asked.substring(1));
    }

    /// Runs the checks that are not excluded, one after the other. The response does not say what is wrong,
    /// since every client may see it.
    ///
    /// Rule from: apiserver, healthz.handleRootHealth.
    private Response all(List<HealthCheck> current, Map<String, List<String>> query) {
        Set<String> excluded = new TreeSet<>(query.getOrDefault("exclude", List.of()));
        var lines = new StringBuilder();
        boolean isWell = true;
        for (HealthCheck check : current) {
            if (excluded.remove(check.name())) {
                lines.append("[+]%s excluded: ok\n".formatted(check.name()));
            } else {
                Optional<String> unhealthyReason = check.unhealthyReason().get();
                record(check.name(), unhealthyReason);
                isWell &= unhealthyReason.isEmpty();
                lines.append((unhealthyReason.isEmpty() ? "[+]%s ok\n" : "[-]%s failed: reason withheld\n")
                        .formatted(check.name()));
            }
        }
        if (!excluded.isEmpty()) {
            lines.append(
                    "warn: some health checks cannot be excluded: no matches for %s\n".formatted(quoted(excluded)));
        }
        if (!isWell) {
            return Response.failure(500, lines + name + " check failed");
        }
        return Response.text(query.containsKey("verbose") ? lines + name + " check passed\n" : "ok");
    }

    private static String quoted(Set<String> names) {
        return names.stream().map(each -> '"' + each + '"').collect(Collectors.joining(","));
    }

    private void record(String check, Optional<String> unhealthyReason) {
        slis.record(check, name, unhealthyReason.isEmpty());
        if (unhealthyReason.isPresent() && failing.add(check)) {
            log.atInfo()
                    .addKeyValue("page", name)
                    .addKeyValue("check", check)
                    .addKeyValue("cause", unhealthyReason.get())
                    .log("Health check failed");
        } else if (unhealthyReason.isEmpty() && failing.remove(check)) {
            log.atInfo().addKeyValue("page", name).addKeyValue("check", check).log("Health check passes again");
        }
    }

    /// Runs one check. The response says what is wrong, since the page of one check requires permission.
    private static Response one(List<HealthCheck> current, String asked) {
        return current.stream()
                .filter(check -> check.name().equals(asked))
                .findFirst()
                .map(check -> check.unhealthyReason().get())
                .map(unhealthyReason -> unhealthyReason
                        .map(why -> Response.failure(500, "internal server error: " + why))
                        .orElseGet(() -> Response.text("ok")))
                .orElseGet(Response::notFound);
    }
}
