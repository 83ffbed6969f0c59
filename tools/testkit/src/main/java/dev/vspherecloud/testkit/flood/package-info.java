/// Clients that attack a port, and answers that attack a heap.
@NullMarked
package dev.vspherecloud.testkit.flood;

import org.jspecify.annotations.NullMarked;
