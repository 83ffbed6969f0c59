package dev.vspherecloud.testkit.fakes;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;

/// A logger that records lines for the test.
///
/// Threads: any.
public final class RecordingLog extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1;

    private final Level least;
    private final transient Supplier<Optional<List<Line>>> kept;

    /// @param text  `key=value key=value message`
    /// @param stack the exception that was logged with its stack trace, if any
    public record Line(String text, @Nullable Throwable stack) {}

    /// Records errors.
    public RecordingLog() {
        List<Line> errors = new CopyOnWriteArrayList<>();
        this(Level.ERROR, () -> Optional.of(errors));
    }

    /// @param least the lowest level that is recorded
    /// @param kept  gets the lines; empty while the test wants none
    public RecordingLog(Level least, Supplier<Optional<List<Line>>> kept) {
        this.least = least;
        this.kept = kept;
    }

    public List<Line> errors() {
        return List.copyOf(kept.get().orElse(List.of()));
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            String text,
            Object @Nullable [] arguments,
            @Nullable Throwable stack) {
        kept.get().ifPresent(lines -> lines.add(new Line(text, stack)));
    }

    private boolean isKept(Level level) {
        return level.compareTo(least) <= 0 && kept.get().isPresent();
    }

    @Override
    protected String getFullyQualifiedCallerName() {
        return RecordingLog.class.getName();
    }

    @Override
    public boolean isTraceEnabled() {
        return isKept(Level.TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
        return isKept(Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
        return isKept(Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
        return isKept(Level.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
        return isKept(Level.ERROR);
    }
}
