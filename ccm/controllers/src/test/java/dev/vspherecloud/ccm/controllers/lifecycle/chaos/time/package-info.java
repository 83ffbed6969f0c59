/// What makes a run repeatable: virtual time, the one source of chance, and the trace of what happened.
///
/// The package knows nothing of the model that it drives and starts no thread. Begin with [VirtualTime].
@NullMarked
package dev.vspherecloud.ccm.controllers.lifecycle.chaos.time;

import org.jspecify.annotations.NullMarked;
