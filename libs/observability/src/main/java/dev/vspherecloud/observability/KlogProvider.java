package dev.vspherecloud.observability;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.ZoneId;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/// The slf4j provider of this project's log: one line for each event, on standard error unless [LogConfig]
/// changes that.
///
/// The class is public for slf4j's service loader only. Markers are accepted and not written; there is no
/// diagnostic context.
public final class KlogProvider implements SLF4JServiceProvider {
    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter context = new NOPMDCAdapter();
    private final ILoggerFactory loggers = new KlogLoggers(
            InstantSource.system(),
            new KlogText(ZoneId.systemDefault(), ProcessHandle.current().pid()),
            text -> write(System.err, text),
            text -> write(System.out, text));

    /// Writes the text of an event in one call, and flushes. A print stream lets one thread write at a time.
    /// The caller looks up the stream each time, so a redirection takes effect.
    private static void write(PrintStream stream, String event) {
        byte[] bytes = event.getBytes(StandardCharsets.UTF_8);
        stream.write(bytes, 0, bytes.length);
        stream.flush();
    }

    @Override
    public void initialize() {}

    @Override
    public ILoggerFactory getLoggerFactory() {
        return loggers;
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
