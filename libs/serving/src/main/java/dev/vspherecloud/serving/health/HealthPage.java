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

/// A page that is well while all its checks are, and below it a page for each check.
///
/// What begins to be wrong, and what is well again, is logged once.
///
/// Rule from: apiserver, pkg/server/healthz.
///
/// Threads: any; no check waits for another visitor's.
public final class HealthPage implements Handler {
    private static final Logger log = LoggerFactory.getLogger(HealthPage.class);

    private final String name;
    private final Supplier<List<HealthCheck>> checks;
    private final HealthSlis slis;
    private final Set<String> failing = ConcurrentHashMap.newKeySet();

    /// @param name   as in its path, without slashes
    /// @param checks those of now; without any, that we answer is enough
    /// @param slis   counts what comes of them
    public HealthPage(String name, Supplier<List<HealthCheck>> checks, HealthSlis slis) {
        this.name = name;
        this.checks = checks;
        this.slis = slis;
    }

    /// Both of its paths.
    public Map<String, Handler> paths() {
        return Map.of("/" + name, this, "/" + name + "/", this);
    }

    @Override
    public Response answer(Request request) {
        List<HealthCheck> all = checks.get();
        List<HealthCheck> current = all.isEmpty() ? List.of(HealthCheck.PING) : all;
        String asked = request.path().substring(1 + name.length());
        return asked.isEmpty() ? all(current, request.query()) : one(current, asked.substring(1));
    }

    /// Makes the checks that are not excluded, one after the other. Says nothing about what is wrong: anybody
    /// may see it.
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
                Optional<String> flaw = check.flaw().get();
                note(check.name(), flaw);
                isWell &= flaw.isEmpty();
                lines.append(
                        (flaw.isEmpty() ? "[+]%s ok\n" : "[-]%s failed: reason withheld\n").formatted(check.name()));
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

    private void note(String check, Optional<String> flaw) {
        slis.looked(check, name, flaw.isEmpty());
        if (flaw.isPresent() && failing.add(check)) {
            log.atInfo()
                    .addKeyValue("page", name)
                    .addKeyValue("check", check)
                    .addKeyValue("cause", flaw.get())
                    .log("Health check failed");
        } else if (flaw.isEmpty() && failing.remove(check)) {
            log.atInfo().addKeyValue("page", name).addKeyValue("check", check).log("Health check passes again");
        }
    }

    /// Says what is wrong: it takes the right to see this page.
    private static Response one(List<HealthCheck> current, String asked) {
        return current.stream()
                .filter(check -> check.name().equals(asked))
                .findFirst()
                .map(check -> check.flaw().get())
                .map(flaw -> flaw.map(why -> Response.failure(500, "internal server error: " + why))
                        .orElseGet(() -> Response.text("ok")))
                .orElseGet(Response::notFound);
    }
}
