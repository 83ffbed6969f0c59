/// What reports of benchmarks and soak tests have in common.
@NullMarked
package dev.vspherecloud.testkit.report;

import org.jspecify.annotations.NullMarked;
