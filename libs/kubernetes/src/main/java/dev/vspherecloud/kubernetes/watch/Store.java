package dev.vspherecloud.kubernetes.watch;

import java.util.List;
import java.util.Set;

/// The cache of a collection of the API server, and how its objects are read. A [Reflector] keeps it current; only
/// its thread calls the methods.
///
/// @param <K> identifies an object
/// @param <T> the fields of an object that are read
public interface Store<K, T> {
    /// One page of a list.
    ///
    /// @param next    continue token of the next page, empty on the last
    /// @param version resourceVersion of the whole list
    record Page<T>(List<T> objects, String next, String version) {
        public Page {
            objects = List.copyOf(objects);
        }
    }

    /// Returns the name of the collection for messages, as in `Nodes`.
    String name();

    /// Returns what messages say about the consequence of failed reads, as in `and what is known of them stays
    /// known`.
    String stalenessText();

    /// Returns true if controllers cannot work while the objects cannot be read.
    boolean isRequired();

    /// Returns the path of the collection, as in `/api/v1/nodes`.
    String path();

    ObjectReader<T> reader();

    K key(T object);

    /// A complete list begins: the API server reads it, or its first page, after this call.
    default void onListStarted() {}

    /// The list that has begun contains this object.
    default void onListed(T object) {
        onUpdated(object);
    }

    /// The watch shows this object: it exists, in this state.
    void onUpdated(T object);

    void onDeleted(K key);

    /// A complete list has ended: it contained these objects and no others.
    void retain(Set<K> listed);
}
