package dev.vspherecloud.kubernetes.watch;

import java.util.List;
import java.util.Set;

/// The cache of a collection of the API server, and how its objects are read. A [Reflector] keeps the cache
/// current; only its thread calls the methods.
///
/// @param <K> the key that identifies an object
/// @param <T> the fields of an object that are read
public interface Store<K, T> {
    /// One page of a list.
    ///
    /// @param next    the continue token of the next page; empty on the last page
    /// @param version the resourceVersion of the whole list
    record Page<T>(List<T> objects, String next, String version) {
        public Page {
            objects = List.copyOf(objects);
        }
    }

    /// Returns the name of the collection for messages, as in `Nodes`.
    String name();

    /// Returns the part of a log line that says what follows from failed reads, as in `and what is known of
    /// them stays known`.
    String stalenessText();

    /// Returns true if controllers cannot work while the objects cannot be read.
    boolean isRequired();

    /// Returns the path of the collection, as in `/api/v1/nodes`.
    String path();

    /// Returns the label selector of the objects to keep; empty for all objects of the collection.
    default String selector() {
        return "";
    }

    ObjectReader<T> reader();

    K key(T object);

    /// Called when a complete list begins: the API server reads the list, or its first page, after this call.
    default void onListStarted() {}

    /// Called for each object that the current list contains.
    default void onListed(T object) {
        onUpdated(object);
    }

    /// Called when the watch shows that this object exists, in this state.
    void onUpdated(T object);

    void onDeleted(K key);

    /// Called when a complete list has ended: it contained these objects and no others.
    void retain(Set<K> listed);
}
