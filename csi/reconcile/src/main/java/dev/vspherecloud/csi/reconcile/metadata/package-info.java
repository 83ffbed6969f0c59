/// Keeps the metadata of volumes in CNS in line with the cluster: event by event, and with a full pass at regular
/// times. It registers static volumes, and reports volumes that nothing refers to. Begin with `MetadataSync`.
///
/// `csi.domain.metadata` decides; this package asks, carries out and repeats. It knows neither the protocol of vCenter
/// nor that of the API server.
@NullMarked
package dev.vspherecloud.csi.reconcile.metadata;

import org.jspecify.annotations.NullMarked;
