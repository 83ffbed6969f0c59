@NullMarked
package dev.vspherecloud.serving.health;

import org.jspecify.annotations.NullMarked;
