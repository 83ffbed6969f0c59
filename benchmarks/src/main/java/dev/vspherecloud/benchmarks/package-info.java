/// Measurements on the real servers. They print a report and judge nothing.
@NullMarked
package dev.vspherecloud.benchmarks;

import org.jspecify.annotations.NullMarked;
