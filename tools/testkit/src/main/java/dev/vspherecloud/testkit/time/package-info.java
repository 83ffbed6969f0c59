/// Time that a test controls.
///
/// The package does not know what waits, and starts no thread. Begin with [ManualClock], a wall clock that a test
/// moves, and [VirtualTime], a monotonic clock whose sleeps end at once.
@NullMarked
package dev.vspherecloud.testkit.time;

import org.jspecify.annotations.NullMarked;
