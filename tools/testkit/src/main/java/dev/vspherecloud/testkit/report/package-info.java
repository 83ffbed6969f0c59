/// Reports of benchmarks and soak tests: a head with commit, date, JVM and machine, then what the test writes.
///
/// The package does not know what was measured, and starts no thread. Begin with [Report].
@NullMarked
package dev.vspherecloud.testkit.report;

import org.jspecify.annotations.NullMarked;
