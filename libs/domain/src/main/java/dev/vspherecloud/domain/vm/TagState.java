package dev.vspherecloud.domain.vm;

import java.util.List;

/// What is known about the tags of one object. "No tags" and "not known" are different states.
public sealed interface TagState {
    /// The tags were read.
    ///
    /// @param tags in the order in which vCenter lists them
    record Read(List<Tag> tags) implements TagState {
        public Read {
            tags = List.copyOf(tags);
        }
    }

    /// The tags are being read.
    record Awaited() implements TagState {}

    /// The tags were never read, and the last attempt failed.
    record Failed(String why) implements TagState {}

    /// The account may not read the object itself. vCenter then shows no tags, as if there were none, and the
    /// objects above it are not known.
    record Hidden() implements TagState {}
}
