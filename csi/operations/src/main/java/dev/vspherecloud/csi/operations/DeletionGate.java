package dev.vspherecloud.csi.operations;

import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.deletion.DeletionVerdict;
import java.time.Duration;

/// Says if a volume or snapshot may be destroyed, by what else than CNS knows of it. The executor asks it before each
/// attempt to delete something. No failure is an exception: each is a verdict.
///
/// Threads: is used from many threads at once.
public interface DeletionGate {
    /// Decides about a volume.
    ///
    /// @param budget how long all requests together may take
    DeletionVerdict volume(OperationRequest.Delete request, Duration budget);

    /// Decides about a snapshot.
    ///
    /// @param budget how long all requests together may take
    DeletionVerdict snapshot(OperationRequest.DeleteSnapshot request, Duration budget);
}
