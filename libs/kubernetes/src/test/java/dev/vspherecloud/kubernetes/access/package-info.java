@NullMarked
package dev.vspherecloud.kubernetes.access;

import org.jspecify.annotations.NullMarked;
