/// Example program that attaches disks and reports reasons from its own table. It uses only the public API of
/// the library.
@NullMarked
package dev.vspherecloud.domain.program;

import org.jspecify.annotations.NullMarked;
