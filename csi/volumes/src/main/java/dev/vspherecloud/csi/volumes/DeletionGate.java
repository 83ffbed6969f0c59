package dev.vspherecloud.csi.volumes;

import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.deletion.DeletionVerdict;
import java.time.Duration;

/// Says whether a volume or snapshot may be destroyed, by what else than CNS knows of it. It is asked before each
/// attempt to delete something, whoever asked for it. No failure is an exception: each is a verdict.
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
