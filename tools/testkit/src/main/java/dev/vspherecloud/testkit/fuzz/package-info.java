/// What a fuzzer makes of bytes, for the fuzz tests of several modules.
@NullMarked
package dev.vspherecloud.testkit.fuzz;

import org.jspecify.annotations.NullMarked;
