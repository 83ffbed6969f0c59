/// The port, from outside and from inside.
@NullMarked
package dev.vspherecloud.serving;

import org.jspecify.annotations.NullMarked;
