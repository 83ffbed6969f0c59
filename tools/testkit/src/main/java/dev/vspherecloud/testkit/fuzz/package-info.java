/// Turns the bytes of a fuzzer into input, for the fuzz tests of several modules.
///
/// The package knows the forms that a hostile Node or text may have. It does not know what a test checks, and
/// starts no thread. Begin with [FuzzedNode] and [FuzzedTexts].
@NullMarked
package dev.vspherecloud.testkit.fuzz;

import org.jspecify.annotations.NullMarked;
