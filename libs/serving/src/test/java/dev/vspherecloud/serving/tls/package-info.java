@NullMarked
package dev.vspherecloud.serving.tls;

import org.jspecify.annotations.NullMarked;
