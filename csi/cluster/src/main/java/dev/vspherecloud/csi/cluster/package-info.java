/// Reads and writes the records of volume operations, `CnsVolumeOperationRequest`, in the API server.
///
/// vsphere-csi-driver (Go) reads and writes the same objects, so names, fields and texts are its own. The package
/// decides nothing; `csi.domain` does. Begin with [KubeOperationRecords].
@NullMarked
package dev.vspherecloud.csi.cluster;

import org.jspecify.annotations.NullMarked;
