/// Creates, deletes and expands volumes, each exactly once. Begin with [VolumeExecutor].
///
/// The decisions are those of `csi.domain`; this package carries them out, against two interfaces: [VolumeStore] is
/// CNS of one vCenter, [RecordStore] is the API server. It knows neither their protocols nor the configuration, and
/// it starts no threads: a call runs on the thread of its caller, and time is passed in as [OperationClock].
@NullMarked
package dev.vspherecloud.csi.operations;

import org.jspecify.annotations.NullMarked;
