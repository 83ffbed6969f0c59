/// Reports of benchmarks and soak tests: a header with commit, date, JVM and machine, then the content from the test.
///
/// The package does not know what was measured, and starts no thread. Begin with [Report].
@NullMarked
package dev.vspherecloud.testkit.report;

import org.jspecify.annotations.NullMarked;
