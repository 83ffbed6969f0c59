package dev.vspherecloud.reconcile;

/// A controller that brings the objects of one kind to their desired state. [LoopController] is the implementation for
/// one queue with one [Reconciler].
///
/// @param <K> the key that names an object, for example a Node's name
public interface KeyedController<K> extends Controller {
    /// Enqueues the object, so that it is reconciled soon. Returns at once. Does nothing before [#start] and after
    /// [#stop].
    void enqueue(K key);

    /// Enqueues every known object, because an object may have changed without an event.
    void resync();
}
