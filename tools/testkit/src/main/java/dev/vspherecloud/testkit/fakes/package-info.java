/// The ports of the domain, in memory, for unit tests.
@NullMarked
package dev.vspherecloud.testkit.fakes;

import org.jspecify.annotations.NullMarked;
