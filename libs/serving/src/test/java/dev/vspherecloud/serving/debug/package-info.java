@NullMarked
package dev.vspherecloud.serving.debug;

import org.jspecify.annotations.NullMarked;
