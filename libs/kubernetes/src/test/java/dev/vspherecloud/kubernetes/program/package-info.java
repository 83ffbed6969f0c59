/// A program that posts on volume claims why a disk is not attached. It uses only the public API of the library.
@NullMarked
package dev.vspherecloud.kubernetes.program;

import org.jspecify.annotations.NullMarked;
