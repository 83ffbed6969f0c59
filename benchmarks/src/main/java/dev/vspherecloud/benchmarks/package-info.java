/// Measurements on the real servers. They write a report and pass no judgement.
///
/// The package knows how to load the program and what to measure; limits are in the tests and decisions that use
/// the numbers. Threads: [InitialisationBenchmark] starts writers to load the API server. Begin with that class,
/// [ProcessBenchmark] and [DecisionBenchmark].
@NullMarked
package dev.vspherecloud.benchmarks;

import org.jspecify.annotations.NullMarked;
