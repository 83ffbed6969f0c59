package dev.vspherecloud.testkit.fakes;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;

/// A log that keeps its errors for the test to read, and nothing else.
///
/// Threads: any.
public final class RecordingLog extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1;

    private final transient List<Line> errors = new CopyOnWriteArrayList<>();

    /// @param stack what was logged with its stack, if anything
    public record Line(String text, @Nullable Throwable stack) {}

    public List<Line> errors() {
        return List.copyOf(errors);
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            String text,
            Object @Nullable [] arguments,
            @Nullable Throwable stack) {
        if (level == Level.ERROR) {
            errors.add(new Line(text, stack));
        }
    }

    @Override
    protected String getFullyQualifiedCallerName() {
        return RecordingLog.class.getName();
    }

    @Override
    public boolean isTraceEnabled() {
        return false;
    }

    @Override
    public boolean isDebugEnabled() {
        return false;
    }

    @Override
    public boolean isInfoEnabled() {
        return false;
    }

    @Override
    public boolean isWarnEnabled() {
        return false;
    }

    @Override
    public boolean isErrorEnabled() {
        return true;
    }
}
