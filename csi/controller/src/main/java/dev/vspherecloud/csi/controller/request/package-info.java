/// Reads requests strictly: handles, capabilities, sizes, sources, topology. A refusal names the field and what was
/// expected. Begin with [CreateRequestReader].
@NullMarked
package dev.vspherecloud.csi.controller.request;

import org.jspecify.annotations.NullMarked;
