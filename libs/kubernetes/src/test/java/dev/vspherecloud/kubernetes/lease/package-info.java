@NullMarked
package dev.vspherecloud.kubernetes.lease;

import org.jspecify.annotations.NullMarked;
