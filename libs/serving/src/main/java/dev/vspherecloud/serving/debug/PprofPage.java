package dev.vspherecloud.serving.debug;

import dev.vspherecloud.serving.Handler;
import dev.vspherecloud.serving.Request;
import dev.vspherecloud.serving.Response;

/// `/debug/pprof`: at the path where cloud-provider-vsphere (Go) serves its profiles, says what this program has
/// instead.
final class PprofPage implements Handler {
    @Override
    public Response answer(Request request) {
        return request.path().endsWith("/pprof") || request.path().endsWith("/pprof/")
                ? Response.text(directions())
                : Response.failure(
                        404,
                        "There are no profiles of Go here.\n\n" + directions().stripTrailing());
    }

    private static String directions() {
        return """
                This program runs on Java. In place of Go's profiles it has:

                goroutine                  /debug/threads       what every thread is doing
                heap, allocs               /debug/heap          how full the memory is, and what the collector did
                                           /debug/heap?classes  which classes have most of it; the program stands still
                profile, trace, mutex, block, threadcreate      none

                The metrics of the process and of its JVM are at /metrics.
                """;
    }
}
