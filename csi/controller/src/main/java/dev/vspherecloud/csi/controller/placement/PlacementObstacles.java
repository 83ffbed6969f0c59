package dev.vspherecloud.csi.controller.placement;

import dev.vspherecloud.csi.cns.policy.StoragePolicyResult;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.placement.PlacementCode;
import dev.vspherecloud.csi.domain.placement.PlacementResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The reasons against vCenters so far, of one call that looks for a place.
///
/// Threads: one.
public final class PlacementObstacles {
    private final List<String> unknown = new ArrayList<>();
    private final List<VolumePlace.Refused> refused = new ArrayList<>();

    /// Adds the reason why nothing can be said about a vCenter.
    public void addUnknown(String why) {
        unknown.add(why);
    }

    /// Adds the refusal of a vCenter.
    ///
    /// @param acceptable where a volume of an earlier call may lie
    public void add(PlacementResult.Refused refusal, List<VolumePlace.Acceptable> acceptable) {
        refused.add(new VolumePlace.Refused(
                switch (refusal.code()) {
                    case RESOURCE_EXHAUSTED -> OperationCode.RESOURCE_EXHAUSTED;
                    case PERMISSION_DENIED -> OperationCode.PERMISSION_DENIED;
                    case FAILED_PRECONDITION, UNKNOWN_DATASTORE -> OperationCode.FAILED_PRECONDITION;
                },
                refusal.message(),
                refusal.code() != PlacementCode.UNKNOWN_DATASTORE,
                acceptable));
    }

    /// Returns the id of a storage policy; empty if it cannot be used, and then adds the reason.
    ///
    /// @param name the name in the StorageClass
    public Optional<String> usable(StoragePolicyResult policy, String name) {
        String sentence = policy.problem(name).orElse("the storage policy cannot be used");
        switch (policy) {
            case StoragePolicyResult.Found(String id) -> {
                return Optional.of(id);
            }
            case StoragePolicyResult.Unknown _ -> add(OperationCode.NOT_FOUND, sentence);
            case StoragePolicyResult.Ambiguous _ -> add(OperationCode.FAILED_PRECONDITION, sentence);
            case StoragePolicyResult.Forbidden _ -> add(OperationCode.PERMISSION_DENIED, sentence);
            case StoragePolicyResult.Unreadable _ -> addUnknown(sentence);
        }
        return Optional.empty();
    }

    private void add(OperationCode code, String message) {
        refused.add(new VolumePlace.Refused(code, message, false, List.of()));
    }

    boolean isAnyUnknown() {
        return !unknown.isEmpty();
    }

    /// Returns the sentence about the vCenters of which nothing is known.
    String unknownText() {
        return String.join("; ", unknown);
    }

    /// Joins the reasons. As long as one vCenter is not known, nothing is final; if one has only too little space,
    /// that is what counts.
    public VolumePlace result() {
        if (isAnyUnknown()) {
            return new VolumePlace.NotKnown(unknownText());
        }
        if (refused.isEmpty()) {
            return new VolumePlace.NotKnown("no vCenter is connected; the call is repeated");
        }
        VolumePlace.Refused first = refused.stream()
                .min(Comparator.comparing(each -> each.code() != OperationCode.RESOURCE_EXHAUSTED))
                .orElseThrow();
        return new VolumePlace.Refused(
                first.code(),
                refused.stream().map(VolumePlace.Refused::message).distinct().collect(Collectors.joining("; ")),
                refused.stream().anyMatch(VolumePlace.Refused::isPlacement),
                refused.stream().flatMap(each -> each.acceptable().stream()).toList());
    }
}
