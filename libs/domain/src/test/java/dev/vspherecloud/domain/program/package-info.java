/// A program that attaches disks and says by a table of its own why one is not attached, with what the library lets
/// everybody see.
@NullMarked
package dev.vspherecloud.domain.program;

import org.jspecify.annotations.NullMarked;
