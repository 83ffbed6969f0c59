package dev.vspherecloud.kubernetes.watch;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.ApiJson;
import java.util.ArrayList;
import java.util.function.Function;

/// Reads objects of one kind: single objects, the items of a list, and the events of a watch. The parser skips
/// all other fields while the response is read, and they are never kept in memory.
///
/// @param fields the fields of an object that are read
/// @param reader converts an object that has only these fields
public record ObjectReader<T>(JsonFields fields, Function<Json, T> reader) {
    private static final JsonFields OF_LISTS = JsonFields.of("metadata.continue", "metadata.resourceVersion");

    /// The fields of watch events that are read in addition to those of an object: the version in a bookmark,
    /// and the Status in an error event.
    private static final JsonFields OF_EVENTS =
            JsonFields.of("type", "object.metadata.resourceVersion", "object.code", "object.message");

    /// An event of a watch.
    record Event(String type, Json object) {
        /// Returns the resourceVersion of the event's object; empty if there is none.
        String version() {
            return object.find("metadata", "resourceVersion").asText();
        }
    }

    public T object(byte[] json) {
        return object(ApiJson.tree(json, fields));
    }

    T object(Json json) {
        return ApiJson.readable(() -> reader.apply(json));
    }

    public Store.Page<T> page(byte[] json) {
        var objects = new ArrayList<T>();
        Json list = ApiJson.readable(() -> ApiJson.READER.read(json, OF_LISTS, "items", fields, item -> {
            if (item.has()) {
                objects.add(reader.apply(item));
            }
        }));
        return new Store.Page<>(
                objects,
                list.find("metadata", "continue").asText(),
                list.find("metadata", "resourceVersion").asText());
    }

    Event event(byte[] line) {
        Json event = ApiJson.tree(line, OF_EVENTS.and(JsonFields.member("object", fields)));
        return new Event(event.find("type").asText(), event.find("object"));
    }
}
