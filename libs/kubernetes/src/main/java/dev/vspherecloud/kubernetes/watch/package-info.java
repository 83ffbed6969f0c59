/// Keeps a copy of a collection of the API server current: lists all of its objects, then watches them.
///
/// A [Reflector] does this for any kind. It does not know the kinds: a [Store] keeps the objects, and an
/// [ObjectReader] defines which fields of each are read. An [ObjectStore] is a [Store] that also keeps the
/// responses to this process's own writes. The package starts no thread: the reflector is a [Runnable] that its
/// caller runs and interrupts. Begin with [Store].
@NullMarked
package dev.vspherecloud.kubernetes.watch;

import org.jspecify.annotations.NullMarked;
