package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.testkit.fakes.RecordingLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/// A logger for the tests of this module. It discards all lines, except on a thread that records them.
///
/// Public for slf4j's service loader only. Threads: any; each records only its own lines.
public final class LogLines implements SLF4JServiceProvider {
    private static final ThreadLocal<Optional<List<RecordingLog.Line>>> captured =
            ThreadLocal.withInitial(Optional::empty);

    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter context = new NOPMDCAdapter();

    /// Returns what this thread logs during the work: `key=value key=value message`.
    static List<String> during(Runnable work) {
        var lines = new ArrayList<RecordingLog.Line>();
        captured.set(Optional.of(lines));
        try {
            work.run();
        } finally {
            captured.remove();
        }
        return lines.stream().map(RecordingLog.Line::text).toList();
    }

    @Override
    public void initialize() {}

    @Override
    public ILoggerFactory getLoggerFactory() {
        return _ -> new RecordingLog(Level.DEBUG, captured::get);
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return context;
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }
}
