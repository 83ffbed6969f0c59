/// The classes that make a run repeatable: virtual time, the only source of randomness, and the trace of the
/// events.
///
/// The package does not depend on the model and starts no thread. Begin with [VirtualTime].
@NullMarked
package dev.vspherecloud.ccm.controllers.lifecycle.chaos.time;

import org.jspecify.annotations.NullMarked;
