@NullMarked
package dev.vspherecloud.testkit.fakes;

import org.jspecify.annotations.NullMarked;
