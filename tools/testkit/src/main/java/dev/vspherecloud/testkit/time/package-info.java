/// Time that a test controls.
///
/// The package starts no thread. Begin with [ManualClock], a wall clock that a test
/// moves, and [VirtualTime], a monotonic clock whose sleeps end at once. If a test cannot do without real time,
/// [Stopwatch] checks lower limits; [EventTimeout] limits all waits for events.
@NullMarked
package dev.vspherecloud.testkit.time;

import org.jspecify.annotations.NullMarked;
