package dev.vspherecloud.csi.cluster;

import dev.vspherecloud.csi.domain.RecordState;
import java.util.Map;

/// One page of the list of records.
public sealed interface RecordPage {
    /// The API server answered.
    ///
    /// @param records each is [RecordState.Present] or [RecordState.Unreadable], by name
    /// @param next    the token of the next page; empty at the end
    record Listed(Map<String, RecordState> records, String next) implements RecordPage {
        public Listed {
            records = Map.copyOf(records);
        }
    }

    /// The token of the page is too old: begin again with an empty token.
    record Expired() implements RecordPage {}

    /// The API server refused, or did not answer.
    record Failed(String problem) implements RecordPage {}
}
