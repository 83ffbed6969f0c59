/// Whether the process lives, and whether it is ready.
@NullMarked
package dev.vspherecloud.serving.health;

import org.jspecify.annotations.NullMarked;
