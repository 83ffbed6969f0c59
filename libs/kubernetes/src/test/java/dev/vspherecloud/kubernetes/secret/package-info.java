@NullMarked
package dev.vspherecloud.kubernetes.secret;

import org.jspecify.annotations.NullMarked;
