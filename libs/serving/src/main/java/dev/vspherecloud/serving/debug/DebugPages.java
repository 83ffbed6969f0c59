package dev.vspherecloud.serving.debug;

import dev.vspherecloud.serving.Handler;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntConsumer;

/// The pages that `--profiling` enables, by their paths.
public final class DebugPages {
    private DebugPages() {}

    /// Returns the handlers of the debug pages by their paths.
    ///
    /// @param verbosity receives the new log verbosity
    public static Map<String, Handler> of(IntConsumer verbosity) {
        var pages = new LinkedHashMap<String, Handler>();
        var pprof = new PprofPage();
        pages.put("/debug/flags/v", new VerbosityPage(verbosity));
        pages.put("/debug/heap", new HeapPage());
        pages.put("/debug/pprof", pprof);
        pages.put("/debug/pprof/", pprof);
        pages.put("/debug/threads", new ThreadsPage(ThreadsPage.DEFAULT_DIRECTORIES));
        return pages;
    }
}
