@NullMarked
package dev.vspherecloud.testkit.wire;

import org.jspecify.annotations.NullMarked;
