/// Decides whether a Node is deleted, tainted as shut down, or kept.
///
/// The package combines the state of the Node, the proof from `domain.existence` and the breaker. It also defines
/// the state that must survive a restart ([LifecycleState]) and two ports: [LifecycleStateStore] stores that state,
/// [Leadership] tells whether this process may write. The controllers collect proof and delete Nodes. No I/O, no
/// thread.
///
/// Begin with [LifecyclePolicy].
@NullMarked
package dev.vspherecloud.ccm.domain.lifecycle;

import org.jspecify.annotations.NullMarked;
