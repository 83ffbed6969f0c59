/// Packs what `make dist` made as an OCI image. A build tool: nothing of it goes into the image.
///
/// Knows where a file of `dist/` goes, which files of this machine a process needs to run in an otherwise empty
/// root, and what the image says about itself. Does not know what the program does; it shares no code with it.
@NullMarked
package dev.vspherecloud.image;

import org.jspecify.annotations.NullMarked;
