package dev.vspherecloud.testkit.servers;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;

/// The events and tasks of a [SimulatedVcenter], as many as its clients can query.
///
/// @param events oldest first; a thousand at most
/// @param tasks completed ones, oldest first
record VcenterHistory(List<Event> events, List<Task> tasks) {
    public VcenterHistory {
        events = List.copyOf(events);
        tasks = List.copyOf(tasks);
    }

    /// @param chain the key of the first event of the chain
    /// @param kind as in `VmRemovedEvent`
    /// @param vm the moref of the VM of the event, empty if there is none
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
    /// @param entity the moref of the object of the task
    /// @param chain the chain of its events
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

    /// Returns the newest event; there is always one.
    public Event newest() {
        return events.getLast();
    }
}
