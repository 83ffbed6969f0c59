/// Benchmarks on real servers. They write reports and do not check limits.
///
/// The package knows how to put load on the provider and what to measure; limits are in the tests and decisions that
/// use the numbers. Threads: [InitialisationBenchmark] starts writers to load the API server. Begin with that class,
/// [ProcessBenchmark] and [DecisionBenchmark].
@NullMarked
package dev.vspherecloud.benchmarks;

import org.jspecify.annotations.NullMarked;
