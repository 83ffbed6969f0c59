package dev.vspherecloud.controllers.lifecycle;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/// The log of the tests of this module: silent, but for those who ask what is logged.
///
/// Public for slf4j's service loader only. Threads: any; each hears itself alone.
public final class LogLines implements SLF4JServiceProvider {
    private static final ThreadLocal<Optional<List<String>>> heard = ThreadLocal.withInitial(Optional::empty);

    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter context = new NOPMDCAdapter();

    /// What this thread logs in the meantime: `key=value key=value message`.
    static List<String> during(Runnable work) {
        var lines = new ArrayList<String>();
        heard.set(Optional.of(lines));
        try {
            work.run();
        } finally {
            heard.remove();
        }
        return List.copyOf(lines);
    }

    @Override
    public void initialize() {}

    @Override
    public ILoggerFactory getLoggerFactory() {
        return _ -> new Line();
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

    private static final class Line extends LegacyAbstractLogger {
        private static final long serialVersionUID = 1;

        @Override
        protected void handleNormalizedLoggingCall(
                Level level,
                @Nullable Marker marker,
                String text,
                Object @Nullable [] arguments,
                @Nullable Throwable stack) {
            heard.get().ifPresent(lines -> lines.add(text));
        }

        @Override
        protected String getFullyQualifiedCallerName() {
            return Line.class.getName();
        }

        @Override
        public boolean isTraceEnabled() {
            return false;
        }

        @Override
        public boolean isDebugEnabled() {
            return heard.get().isPresent();
        }

        @Override
        public boolean isInfoEnabled() {
            return heard.get().isPresent();
        }

        @Override
        public boolean isWarnEnabled() {
            return heard.get().isPresent();
        }

        @Override
        public boolean isErrorEnabled() {
            return heard.get().isPresent();
        }
    }
}
