/// The messages of the Container Storage Interface, generated from `csi.proto`.
///
/// A generated `toString` shows all fields, also secrets. So code must never log a message, nor put one into an
/// exception.
@NullMarked
package dev.vspherecloud.csi.protocol.v1;

import org.jspecify.annotations.NullMarked;
