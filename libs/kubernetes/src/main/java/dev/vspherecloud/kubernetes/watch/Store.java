package dev.vspherecloud.kubernetes.watch;

import java.util.List;
import java.util.Set;

/// What of a collection of the API server is kept here, and how it is read. A [Reflector] keeps it current, and
/// its thread is the only one to call.
///
/// @param <K> tells one object from the others
/// @param <T> what is read of an object
public interface Store<K, T> {
    /// One page of a list.
    ///
    /// @param next    where the next page begins, empty on the last
    /// @param version of the whole list
    record Page<T>(List<T> objects, String next, String version) {
        public Page {
            objects = List.copyOf(objects);
        }
    }

    /// For messages, as in `Nodes`.
    String name();

    /// In messages, what it means that they can't be read, as in `and what is known of them stays known`.
    String meanwhile();

    /// Whether work stands still while they can't be read.
    boolean isVital();

    /// As in `/api/v1/nodes`.
    String path();

    ObjectReader<T> reader();

    K key(T object);

    /// A complete list begins: the API server reads it, or its first page, after this.
    default void listBegins() {}

    /// The list that has begun shows it.
    default void listed(T object) {
        seen(object);
    }

    /// The watch shows it: it is there, and is so now.
    void seen(T object);

    void gone(K key);

    /// A complete list showed these objects and no others.
    void retain(Set<K> listed);
}
