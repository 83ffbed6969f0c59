package dev.vspherecloud.observability;

import java.io.PrintWriter;
import java.io.StringWriter;

/// Converts the values of a log event to text. If a value's `toString` fails, the event is still written.
final class LogValues {
    private LogValues() {}

    static String textOf(Object value) {
        try {
            return String.valueOf(value.toString());
        } catch (RuntimeException e) {
            return "<" + value.getClass().getName() + ".toString failed: "
                    + e.getClass().getName() + ">";
        }
    }

    static String stackTrace(Throwable cause) {
        var text = new StringWriter();
        try {
            cause.printStackTrace(new PrintWriter(text));
        } catch (RuntimeException e) {
            text.append("<no stack trace: ").append(e.getClass().getName()).append('>');
        }
        return text.toString();
    }
}
