package dev.vspherecloud.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Events of core/v1, as the API server takes them. Pure.
final class EventJson {
    static final String COMPONENT = "cloud-node-controller";

    /// From the API: an Event with a longer message is refused.
    private static final int LONGEST_MESSAGE = 1024;

    /// A name may have 253 characters, of which the nanoseconds take 17.
    private static final int LONGEST_NAME = 236;

    private EventJson() {}

    /// Unique as long as one process makes one Event at a time: the object's name and the nanoseconds, in hex.
    static String name(EventSubject subject, Instant now) {
        String start = subject.name().substring(0, Math.min(subject.name().length(), LONGEST_NAME));
        long nanos = now.getEpochSecond() * 1_000_000_000L + now.getNano();
        return start + "." + Long.toHexString(nanos);
    }

    /// @param about the subject of the note, with its uid if that is known
    static String first(EventNote note, EventSubject about, String name, Instant at) {
        return first(COMPONENT, note, about, name, at);
    }

    /// @param component who says it
    static String first(String component, EventNote note, EventSubject about, String name, Instant at) {
        ObjectNode event = Json.object().put("apiVersion", "v1").put("kind", "Event");
        event.putObject("metadata").put("name", name).put("namespace", about.eventNamespace());
        reference(about, event.putObject("involvedObject"));
        event.put("type", note.type()).put("reason", note.reason()).put("message", shortened(note.message()));
        event.putObject("source").put("component", component);
        event.put("reportingComponent", component)
                .put("firstTimestamp", seconds(at))
                .put("lastTimestamp", seconds(at))
                .put("count", 1);
        return event.toString();
    }

    /// From the API: what a reference does not say it leaves out.
    private static void reference(EventSubject about, ObjectNode reference) {
        reference.put("apiVersion", about.apiVersion()).put("kind", about.kind());
        putIfSaid(reference, "namespace", about.namespace());
        reference.put("name", about.name());
        putIfSaid(reference, "uid", about.uid());
        putIfSaid(reference, "fieldPath", about.part());
    }

    private static void putIfSaid(ObjectNode object, String key, String text) {
        if (!text.isEmpty()) {
            object.put(key, text);
        }
    }

    static String again(int count, Instant at) {
        return Json.object()
                .put("count", count)
                .put("lastTimestamp", seconds(at))
                .toString();
    }

    private static String seconds(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /// One line of visible characters: names from vCenter and texts from Nodes may hold any, and `kubectl` shows them.
    private static String shortened(String message) {
        String line = visible(message.length() > LONGEST_MESSAGE ? message.substring(0, LONGEST_MESSAGE) : message);
        return message.length() > LONGEST_MESSAGE ? line.substring(0, line.length() - 1) + "…" : line;
    }

    private static String visible(String text) {
        var line = new StringBuilder(text.length());
        text.codePoints().map(c -> isVisible(c) ? c : '?').forEach(line::appendCodePoint);
        return line.toString();
    }

    private static boolean isVisible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
