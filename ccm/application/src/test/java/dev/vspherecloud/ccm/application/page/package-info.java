/// Produces the output that pages show, with the code of the program, and compares it with the pages.
///
/// The marks above the blocks name the tests. `make docs` writes the output into the pages instead. The package
/// does not know what surrounds a block, and starts no thread. Begin with [ExampleCluster].
@NullMarked
package dev.vspherecloud.ccm.application.page;

import org.jspecify.annotations.NullMarked;
