@NullMarked
package dev.vspherecloud.testkit.corpus;

import org.jspecify.annotations.NullMarked;
