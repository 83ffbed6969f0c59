/// Measures where the time of a run of tests goes. Begin with {@link TestTimes}.
@NullMarked
package dev.vspherecloud.testkit.times;

import org.jspecify.annotations.NullMarked;
