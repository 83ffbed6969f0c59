package dev.vspherecloud.serving.debug;

import dev.vspherecloud.serving.Handler;
import dev.vspherecloud.serving.Request;
import dev.vspherecloud.serving.Response;

/// The page `/debug/pprof`, where cloud-provider-vsphere (Go) serves its profiles. The page names the pages
/// that this program has instead.
final class PprofPage implements Handler {
    @Override
    public Response handle(Request request) {
        return request.path().endsWith("/pprof") || request.path().endsWith("/pprof/")
                ? Response.text(directions())
                : Response.failure(
                        404,
                        "Go profiles do not exist in this program.\n\n"
                                + directions().stripTrailing());
    }

    private static String directions() {
        return """
                This program runs on Java. These pages show similar information:

                goroutine                  /debug/threads       stack traces of all threads
                heap, allocs               /debug/heap          memory use, and statistics of the garbage collectors
                                           /debug/heap?classes  memory use by class; pauses the program for a moment
                profile, trace, mutex, block, threadcreate      no equivalent

                The metrics of the process and of its JVM are at /metrics.
                """;
    }
}
