/// A program with a table of metrics of its own, which uses only the public API of the library.
@NullMarked
package dev.vspherecloud.observability.program;

import org.jspecify.annotations.NullMarked;
