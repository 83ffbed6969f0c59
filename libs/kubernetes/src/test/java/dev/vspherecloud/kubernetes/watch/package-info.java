@NullMarked
package dev.vspherecloud.kubernetes.watch;

import org.jspecify.annotations.NullMarked;
