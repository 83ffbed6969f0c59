/// The whole thing: real servers and the packaged program, for scenarios, the demo and the benchmarks.
@NullMarked
package dev.vspherecloud.testkit.bed;

import org.jspecify.annotations.NullMarked;
