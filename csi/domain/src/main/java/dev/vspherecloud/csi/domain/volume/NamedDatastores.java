package dev.vspherecloud.csi.domain.volume;

import java.util.List;

/// The datastores that the parameter `datastoreurl` of a StorageClass names.
public sealed interface NamedDatastores {
    /// The datastores with these URLs; the volume may lie on any of them.
    ///
    /// @param urls at least one, each with a slash at its end
    record Urls(List<String> urls) implements NamedDatastores {
        public Urls {
            urls = List.copyOf(urls);
        }
    }

    /// The datastores in the datastore cluster (Storage DRS) of this name.
    record Cluster(String name) implements NamedDatastores {}
}
