package dev.vspherecloud.observability;

import java.time.Instant;
import java.time.temporal.ChronoField;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;

/// Writes an event as one JSON object on one line, with the fields that every Kubernetes component uses:
///
/// ```
/// {"ts":1795276342123.456,"severity":"info","caller":"NodeController","msg":"Node initialised","v":0,"node":"w-1"}
/// ```
///
/// `ts` is in milliseconds since 1970. `v` is the verbosity from which on the line is written; errors do not have
/// it. An exception is in `err`; that of an error also has its `stacktrace`.
///
/// Differs from component-base: `severity` is an addition, since a warning looks like all other lines there. The
/// caller is the logger's class, as in [KlogText], and has no line number, since no reader parses one in this
/// format. A key that occurs twice gets an underscore, since some readers refuse an object with duplicate keys.
///
/// Rule from: component-base, `logs/json`, on zap's JSON encoder.
final class KlogJson implements EventFormat {
    @Override
    public String format(LogEvent event) {
        var line = new StringBuilder(200).append("{\"ts\":");
        milliseconds(line, event.at());
        var keys = new HashSet<>(Set.of("ts"));
        field(line, keys, "severity", severity(event.level()));
        field(line, keys, "caller", event.source());
        field(line, keys, "msg", event.message());
        if (event.level() != Level.ERROR) {
            field(line, keys, "v", Verbosity.v(event.level()));
        }
        for (KeyValuePair field : event.fields()) {
            field(line, keys, String.valueOf(field.key), field.value);
        }
        if (event.cause() != null) {
            cause(line, keys, event.cause(), event.level());
        }
        return line.append("}\n").toString();
    }

    private static String severity(Level level) {
        return switch (level) {
            case ERROR -> "error";
            case WARN -> "warning";
            case INFO, DEBUG, TRACE -> "info";
        };
    }

    private static void milliseconds(StringBuilder line, Instant at) {
        String micros = Integer.toString(at.get(ChronoField.MICRO_OF_SECOND) % 1000);
        line.append(at.toEpochMilli())
                .append('.')
                .repeat('0', 3 - micros.length())
                .append(micros);
    }

    private static void cause(StringBuilder line, Set<String> keys, Throwable cause, Level level) {
        field(line, keys, "err", cause);
        if (level == Level.ERROR) {
            field(line, keys, "stacktrace", LogValues.stackTrace(cause));
        }
    }

    private static void field(StringBuilder line, Set<String> keys, String name, @Nullable Object value) {
        String key = name;
        while (!keys.add(key)) {
            key += "_";
        }
        line.append(',');
        Escapes.json(line, key);
        line.append(':');
        value(line, value);
    }

    private static void value(StringBuilder line, @Nullable Object value) {
        switch (value) {
            case null -> line.append("null");
            case Double number when !Double.isFinite(number) -> Escapes.json(line, number.toString());
            case Float number when !Float.isFinite(number) -> Escapes.json(line, number.toString());
            case Number number -> line.append(number);
            case Boolean bool -> line.append(bool.booleanValue());
            case List<?> list -> list(line, list);
            case Map<?, ?> map -> map(line, map);
            default -> Escapes.json(line, LogValues.textOf(value));
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

    private static void map(StringBuilder line, Map<?, ?> map) {
        line.append('{');
        for (Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator(); entries.hasNext(); ) {
            Map.Entry<?, ?> entry = entries.next();
            Escapes.json(line, String.valueOf(entry.getKey()));
            line.append(':');
            value(line, entry.getValue());
            line.append(entries.hasNext() ? "," : "");
        }
        line.append('}');
    }
}
