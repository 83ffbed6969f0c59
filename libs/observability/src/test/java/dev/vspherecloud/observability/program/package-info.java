/// A program with a table of metrics of its own, which uses what the library lets everybody see.
@NullMarked
package dev.vspherecloud.observability.program;

import org.jspecify.annotations.NullMarked;
