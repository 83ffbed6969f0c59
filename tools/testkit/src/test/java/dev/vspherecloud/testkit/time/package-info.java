@NullMarked
package dev.vspherecloud.testkit.time;

import org.jspecify.annotations.NullMarked;
