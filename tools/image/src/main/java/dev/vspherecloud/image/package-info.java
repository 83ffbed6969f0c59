/// Packs the result of `make dist` as an OCI image. A build tool: no class of it is in the image.
///
/// The package knows where a file of `dist/` goes, which system files a process needs in an otherwise empty root,
/// and the metadata of the image. It does not know what the program does, shares no code with it, and starts no
/// thread. Begin with [ImageBuild].
@NullMarked
package dev.vspherecloud.image;

import org.jspecify.annotations.NullMarked;
