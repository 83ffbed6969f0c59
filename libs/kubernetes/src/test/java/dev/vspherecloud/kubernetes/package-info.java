@NullMarked
package dev.vspherecloud.kubernetes;

import org.jspecify.annotations.NullMarked;
