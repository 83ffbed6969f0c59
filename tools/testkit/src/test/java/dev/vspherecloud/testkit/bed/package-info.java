@NullMarked
package dev.vspherecloud.testkit.bed;

import org.jspecify.annotations.NullMarked;
