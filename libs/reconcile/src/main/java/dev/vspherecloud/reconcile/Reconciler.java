package dev.vspherecloud.reconcile;

/// Brings the object that a key names to its desired state.
///
/// The method may be called at any time and any number of times for a key, by several threads, but never by two
/// at once for the same key. It must return soon when its thread is interrupted.
@FunctionalInterface
public interface Reconciler<K> {
    Outcome reconcile(K key);
}
