package dev.vspherecloud.domain.vm;

import java.util.List;

/// What is known of the tags of one object. Having none and not knowing are different things.
public sealed interface TagState {
    /// @param tags in the order in which vCenter lists them
    record Read(List<Tag> tags) implements TagState {
        public Read {
            tags = List.copyOf(tags);
        }
    }

    /// They are being read.
    record Awaited() implements TagState {}

    /// They were never read, and the last attempt failed.
    record Failed(String why) implements TagState {}

    /// The account may not read the object itself. vCenter then shows no tags of it, as if it had none, and what is
    /// above it is not known.
    record Hidden() implements TagState {}
}
