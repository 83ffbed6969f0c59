/// What CNS records about the use of volumes, read and written. Begin with [CnsMetadata].
@NullMarked
package dev.vspherecloud.csi.vcenter.metadata;

import org.jspecify.annotations.NullMarked;
