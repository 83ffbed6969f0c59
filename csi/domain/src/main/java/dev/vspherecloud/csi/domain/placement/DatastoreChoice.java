package dev.vspherecloud.csi.domain.placement;

import java.util.List;

/// The datastores among which a StorageClass lets the driver choose.
public sealed interface DatastoreChoice {
    /// Any datastore.
    record Any() implements DatastoreChoice {}

    /// One of the datastores with these URLs.
    ///
    /// @param urls with a slash at their ends, at least one
    record Urls(List<String> urls) implements DatastoreChoice {
        public Urls {
            urls = List.copyOf(urls);
        }
    }

    /// One of the datastores in the datastore cluster of this name.
    record Cluster(String name) implements DatastoreChoice {}

    /// The datastore of this name. Only StorageClasses of the in-tree driver name one.
    record Named(String name) implements DatastoreChoice {}
}
