/// Keeps a copy of a collection of the API server current: lists all of its objects, then watches.
///
/// A [CollectionWatcher] does this for any kind. It does not know the kinds: a [Mirror] keeps the objects, and an
/// [ObjectReader] says which fields of each are read. An [ObjectStore] is the [Mirror] that also keeps the answers to
/// our own writes. The package starts no thread: the watcher is a [Runnable] that its caller runs and interrupts.
/// Begin with [Mirror].
@NullMarked
package dev.vspherecloud.kubernetes.watch;

import org.jspecify.annotations.NullMarked;
