package dev.vspherecloud.csi.controller.volume;

import dev.vspherecloud.csi.cluster.claim.ClaimEvents;
import dev.vspherecloud.csi.cluster.claim.ClaimOfVolume;
import dev.vspherecloud.csi.cluster.claim.ClaimReason;
import dev.vspherecloud.csi.controller.request.NewVolume;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.operations.VolumeFailure;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.Optional;
import java.util.function.Supplier;

/// Posts Events about claims whose volumes are not created.
///
/// Threads: any number of callers.
public final class CreateFailureReporter {
    private final ClaimEvents events;
    private final Supplier<Optional<ReasonCode>> accessReason;

    /// Creates the object.
    ///
    /// @param accessReason returns why the driver cannot log in to a vCenter; empty if it can
    public CreateFailureReporter(ClaimEvents events, Supplier<Optional<ReasonCode>> accessReason) {
        this.events = events;
        this.accessReason = accessReason;
    }

    /// Reports a failure, if an administrator has to act.
    ///
    /// @param isPlacement true if no datastore fits
    public void report(NewVolume volume, VolumeFailure failure, boolean isPlacement) {
        reason(failure, volume)
                .map(code -> isPlacement && !isClear(code, volume) ? ClaimReason.NO_DATASTORE_FITS : code)
                .ifPresent(code -> events.warning(claim(volume), new Reason(code, failure.message())));
    }

    /// Returns true if the reason says by itself why no datastore fits. With a topology, a lack of space is only one
    /// of several possible reasons.
    private static boolean isClear(ReasonCode code, NewVolume volume) {
        return code == ClaimReason.PRIVILEGE_MISSING
                || (code == ClaimReason.DATASTORE_FULL
                        && volume.topology().terms().isEmpty());
    }

    private Optional<ReasonCode> reason(VolumeFailure failure, NewVolume volume) {
        return switch (failure) {
            case VolumeFailure.RefusedByFault(OperationCode code, var _) ->
                switch (code) {
                    case RESOURCE_EXHAUSTED -> Optional.of(ClaimReason.DATASTORE_FULL);
                    case PERMISSION_DENIED -> Optional.of(ClaimReason.PRIVILEGE_MISSING);
                    case NOT_FOUND -> Optional.of(notFound(volume));
                    case OUT_OF_RANGE -> Optional.of(ClaimReason.SOURCE_UNUSABLE);
                    case FAILED_PRECONDITION, INVALID_ARGUMENT -> Optional.of(ClaimReason.STORAGE_CONFIG_INVALID);
                    case ALREADY_EXISTS -> Optional.of(ClaimReason.VOLUME_NAME_TAKEN);
                    case INTERNAL -> Optional.of(ClaimReason.CREATE_REFUSED);
                    case ABORTED, DEADLINE_EXCEEDED, UNAVAILABLE -> Optional.empty();
                };
            case VolumeFailure.ExistsIncompatible _ -> Optional.of(ClaimReason.VOLUME_NAME_TAKEN);
            case VolumeFailure.Unavailable _ -> accessReason.get();
            case VolumeFailure.OtherOperation _, VolumeFailure.OtherVcenter _, VolumeFailure.StillRunning _ ->
                Optional.empty();
        };
    }

    /// Returns the reason if something does not exist. vCenter may not find anything else either, for example a file.
    private static ClaimReason notFound(NewVolume volume) {
        if (volume.source().isPresent()) {
            return ClaimReason.SOURCE_UNUSABLE;
        }
        return volume.parameters().storagePolicyName().isPresent()
                ? ClaimReason.STORAGE_POLICY_UNKNOWN
                : ClaimReason.CREATE_REFUSED;
    }

    private static ClaimOfVolume claim(NewVolume volume) {
        return volume.parameters()
                .claim()
                .map(claim -> ClaimOfVolume.of(volume.name(), claim.namespace(), claim.name()))
                .orElseGet(() -> ClaimOfVolume.of(volume.name()));
    }
}
