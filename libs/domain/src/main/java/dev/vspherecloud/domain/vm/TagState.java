package dev.vspherecloud.domain.vm;

import java.util.List;

/// The state of knowledge about the tags of one object. "No tags" and "not known" are different states.
public sealed interface TagState {
    /// The tags of the object were read.
    ///
    /// @param tags the tags in the order in which vCenter lists them
    record Read(List<Tag> tags) implements TagState {
        public Read {
            tags = List.copyOf(tags);
        }
    }

    /// The tags of the object are being read.
    record Awaited() implements TagState {}

    /// The tags of the object were never read, and the last attempt failed.
    record Failed(String why) implements TagState {}

    /// The account may not read the object itself. vCenter then shows no tags, as if there were none, and the
    /// objects above it are not known.
    record Hidden() implements TagState {}
}
