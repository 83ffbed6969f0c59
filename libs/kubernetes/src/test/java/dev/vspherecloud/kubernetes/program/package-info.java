/// A program that says on claims of volumes why a disk is not attached, with what the library lets everybody see.
@NullMarked
package dev.vspherecloud.kubernetes.program;

import org.jspecify.annotations.NullMarked;
