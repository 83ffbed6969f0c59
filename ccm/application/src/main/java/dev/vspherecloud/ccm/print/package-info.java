/// Forms of what commands print: JSON for programs, tables for people.
///
/// Knows nothing of what is printed.
@NullMarked
package dev.vspherecloud.ccm.print;

import org.jspecify.annotations.NullMarked;
