/// Time that a test moves by hand.
@NullMarked
package dev.vspherecloud.testkit.time;

import org.jspecify.annotations.NullMarked;
