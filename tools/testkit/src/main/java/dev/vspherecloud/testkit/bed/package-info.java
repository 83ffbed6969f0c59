/// The test bed: real servers, fault proxies and the packaged program, for scenarios, the demo and the benchmarks.
///
/// The package knows how to start the program, change its files and break its surroundings. It does not know what a
/// scenario expects. It starts processes and no threads of its own; closing the [TestBed] ends them. Begin there.
@NullMarked
package dev.vspherecloud.testkit.bed;

import org.jspecify.annotations.NullMarked;
