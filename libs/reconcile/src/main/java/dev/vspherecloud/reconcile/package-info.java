/// The engine under every controller: a queue of keys, workers that bring each key to its desired state, and
/// backoff.
///
/// It knows nothing of Kubernetes or vSphere. A key names something to look at and says nothing of what happened to
/// it, so a controller always works from the newest state.
@NullMarked
package dev.vspherecloud.reconcile;

import org.jspecify.annotations.NullMarked;
