@NullMarked
package dev.vspherecloud.kubernetes.event;

import org.jspecify.annotations.NullMarked;
