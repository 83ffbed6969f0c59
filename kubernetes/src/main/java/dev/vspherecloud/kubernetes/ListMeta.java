package dev.vspherecloud.kubernetes;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What the API server says of a page of a list.
record ListMeta(
        @Nullable String resourceVersion,
        @Nullable @JsonProperty("continue") String next) {
    static <J, T> Mirror.Page<T> page(@Nullable ListMeta metadata, @Nullable List<J> items, Function<J, T> object) {
        return new Mirror.Page<>(
                items == null ? List.of() : items.stream().map(object).toList(),
                metadata == null || metadata.next == null ? "" : metadata.next,
                metadata == null || metadata.resourceVersion == null ? "" : metadata.resourceVersion);
    }
}
