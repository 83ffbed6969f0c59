package dev.vspherecloud.testkit.servers;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;

/// What a [SimulatedVcenter] remembers of the past, as much as its clients can ask for.
///
/// @param events oldest first; a thousand at most
/// @param tasks those that are over, oldest first
record VcenterHistory(List<Event> events, List<Task> tasks) {
    public VcenterHistory {
        events = List.copyOf(events);
        tasks = List.copyOf(tasks);
    }

    /// @param chain the key of the event that began it
    /// @param kind as in `VmRemovedEvent`
    /// @param vm the moref of the VM that it is about, empty when there is none
    public record Event(int key, int chain, Instant time, String kind, String vm) {
        private static Event parse(JsonNode json) {
            return new Event(
                    json.path("key").asInt(),
                    json.path("chain").asInt(),
                    Instant.parse(json.path("time").asText()),
                    json.path("kind").asText(),
                    json.path("vm").asText());
        }
    }

    /// @param kind as in `VirtualMachine.destroy`
    /// @param entity the moref of what it was done to
    /// @param chain of its events
    public record Task(String ref, String kind, String entity, int chain) {
        private static Task parse(JsonNode json) {
            return new Task(
                    json.path("id").asText(),
                    json.path("kind").asText(),
                    json.path("entity").asText(),
                    json.path("chain").asInt());
        }
    }

    static VcenterHistory parse(JsonNode json) {
        return new VcenterHistory(
                json.path("events").valueStream().map(Event::parse).toList(),
                json.path("tasks").valueStream().map(Task::parse).toList());
    }

    /// The newest; there is always one.
    public Event newest() {
        return events.getLast();
    }
}
