package dev.vspherecloud.testkit.volume;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;

/// What clients asked the CNS of a [SimulatedVcenter].
///
/// @param calls by method, as in `CnsCreateVolume`
/// @param specs the elements in the arrays of the requests, by method
/// @param inFlight tasks that are queued or running; those that only read do not count
/// @param maxInFlight the maximum of `inFlight`
/// @param waiting calls that a [VolumeRule] delays
public record VolumeCalls(
        Map<String, Integer> calls, Map<String, Integer> specs, int inFlight, int maxInFlight, int waiting) {
    public VolumeCalls {
        calls = Map.copyOf(calls);
        specs = Map.copyOf(specs);
    }

    /// The number of calls of a method.
    public int of(String method) {
        return calls.getOrDefault(method, 0);
    }

    static VolumeCalls parse(JsonNode json) {
        return new VolumeCalls(
                numbers(json.path("calls")),
                numbers(json.path("specs")),
                json.path("inFlight").asInt(),
                json.path("maxInFlight").asInt(),
                json.path("waiting").asInt());
    }

    private static Map<String, Integer> numbers(JsonNode json) {
        var numbers = new TreeMap<String, Integer>();
        json.propertyStream()
                .forEach(each -> numbers.put(each.getKey(), each.getValue().asInt()));
        return numbers;
    }
}
