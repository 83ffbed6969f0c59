package dev.vspherecloud.kubernetes.event;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.text.VisibleText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;

/// Builds the JSON of core/v1 Events. Pure.
final class EventJson {
    /// The length of the longest message: the API server refuses an Event with a longer message.
    private static final int MAX_MESSAGE_LENGTH = 1024;

    /// The longest part of the object's name in the name of an Event. The name of an Event may have 253
    /// characters, of which the dot and the nanoseconds take 17.
    private static final int MAX_NAME_LENGTH = 236;

    private EventJson() {}

    /// Returns the name of an Event: the object's name and the nanoseconds, in hex. It is unique as long as one
    /// process creates one Event at a time.
    static String name(ObjectReference subject, Instant now) {
        String start = subject.name().substring(0, Math.min(subject.name().length(), MAX_NAME_LENGTH));
        long nanos = now.getEpochSecond() * 1_000_000_000L + now.getNano();
        return start + "." + Long.toHexString(nanos);
    }

    /// Returns a new Event as JSON.
    ///
    /// @param component the source of the Event
    /// @param about     the object of the Event, with its uid if that is known
    static String creation(String component, PendingEvent event, ObjectReference about, String name, Instant at) {
        return Json.object()
                .with("apiVersion", "v1")
                .with("kind", "Event")
                .with("metadata", Json.object().with("name", name).with("namespace", about.eventNamespace()))
                .with("involvedObject", reference(about))
                .with("type", event.type())
                .with("reason", event.reason())
                .with("message", shortened(event.message()))
                .with("source", Json.object().with("component", component))
                .with("reportingComponent", component)
                .with("firstTimestamp", seconds(at))
                .with("lastTimestamp", seconds(at))
                .with("count", 1)
                .toString();
    }

    /// Returns the reference to an object as JSON. Rule from the API: a reference leaves out the fields that
    /// are empty.
    private static Json reference(ObjectReference about) {
        var members = new LinkedHashMap<String, String>();
        members.put("apiVersion", about.apiVersion());
        members.put("kind", about.kind());
        members.put("namespace", about.namespace());
        members.put("name", about.name());
        members.put("uid", about.uid());
        members.put("fieldPath", about.part());
        members.values().removeIf(String::isEmpty);
        return Json.texts(members);
    }

    static String countUpdate(int count, Instant at) {
        return Json.object()
                .with("count", count)
                .with("lastTimestamp", seconds(at))
                .toString();
    }

    private static String seconds(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /// Returns the message as one line of visible characters, cut if it is too long. Names from vCenter and
    /// texts from Nodes may contain any characters, and `kubectl` shows them.
    private static String shortened(String message) {
        String line = VisibleText.of(
                message.length() > MAX_MESSAGE_LENGTH ? message.substring(0, MAX_MESSAGE_LENGTH) : message);
        return message.length() > MAX_MESSAGE_LENGTH ? line.substring(0, line.length() - 1) + "…" : line;
    }
}
