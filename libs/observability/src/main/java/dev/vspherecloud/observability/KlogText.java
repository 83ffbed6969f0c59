package dev.vspherecloud.observability;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;

/// Writes an event in klog's text form, as every Kubernetes component does:
///
/// ```
/// I1121 15:52:22.123456       1 NodeController:0] "Node initialised" node="w-1" attempt=3
/// ```
///
/// That is: severity, month and day, local time in microseconds, process id, source, message. A message with
/// fields is quoted, and the fields follow it; a message without fields is written as it is. One event is one
/// line. The single exception is the stack trace of an error. Its lines follow, each indented by a tab, so that
/// none can be read as an event. Warnings and below have their exception in the field `err`, without a stack
/// trace.
///
/// Differs from klog: the source is the logger's class, not file and line, since looking up the caller costs more
/// than the whole line. The line number is always 0. No line of a source file has that number, and klog itself
/// writes it for what is "not a real line number". Without a line number the header would not be klog's format:
/// some parsers of log shippers take everything up to `]` as the source, but others, such as `parse_klog` of
/// Vector, require `:` and digits and drop the line as a whole.
///
/// Rule from: klog, `internal/buffer` (header) and `internal/serialize` (fields).
final class KlogText implements EventFormat {
    private static final int PID_WIDTH = 7;

    private final ZoneId zone;
    private final String pid;

    KlogText(ZoneId zone, long pid) {
        this.zone = zone;
        this.pid = " ".repeat(Math.max(0, PID_WIDTH - Long.toString(pid).length())) + pid;
    }

    @Override
    public String format(LogEvent event) {
        var line = new StringBuilder(160);
        header(line, event);
        message(line, event);
        event.fields().forEach(field -> field(line, field));
        if (event.cause() != null) {
            cause(line, event.cause(), event.level());
        }
        return line.append('\n').toString();
    }

    private void header(StringBuilder line, LogEvent event) {
        var at = LocalDateTime.ofInstant(event.at(), zone);
        line.append(severity(event.level()));
        digits(line, at.getMonthValue(), 2);
        digits(line, at.getDayOfMonth(), 2);
        line.append(' ');
        digits(line, at.getHour(), 2);
        line.append(':');
        digits(line, at.getMinute(), 2);
        line.append(':');
        digits(line, at.getSecond(), 2);
        line.append('.');
        digits(line, at.getNano() / 1000, 6);
        line.append(' ').append(pid).append(' ').append(event.source()).append(":0] ");
    }

    private static char severity(Level level) {
        return switch (level) {
            case ERROR -> 'E';
            case WARN -> 'W';
            case INFO, DEBUG, TRACE -> 'I';
        };
    }

    private static void digits(StringBuilder line, int number, int width) {
        String text = Integer.toString(number);
        line.repeat('0', width - text.length()).append(text);
    }

    private static void message(StringBuilder line, LogEvent event) {
        if (event.fields().isEmpty() && event.cause() == null) {
            Escapes.appendPlain(line, event.message());
        } else {
            Escapes.quote(line, event.message());
        }
    }

    private static void field(StringBuilder line, KeyValuePair field) {
        line.append(' ');
        Escapes.appendPlain(line, String.valueOf(field.key));
        line.append('=');
        value(line, field.value);
    }

    private static void value(StringBuilder line, @Nullable Object value) {
        switch (value) {
            case null -> line.append("<nil>");
            case Number number -> Escapes.appendPlain(line, number.toString());
            case Boolean bool -> line.append(bool.booleanValue());
            case List<?> list -> list(line, list);
            default -> Escapes.quote(line, LogValues.textOf(value));
        }
    }

    private static void list(StringBuilder line, List<?> list) {
        line.append('[');
        for (Iterator<?> items = list.iterator(); items.hasNext(); ) {
            value(line, items.next());
            line.append(items.hasNext() ? "," : "");
        }
        line.append(']');
    }

    private static void cause(StringBuilder line, Throwable cause, Level level) {
        line.append(" err=");
        Escapes.quote(line, LogValues.textOf(cause));
        if (level == Level.ERROR) {
            LogValues.stackTrace(cause).lines().forEach(frame -> {
                line.append("\n\t");
                Escapes.appendPlain(line, frame.strip());
            });
        }
    }
}
