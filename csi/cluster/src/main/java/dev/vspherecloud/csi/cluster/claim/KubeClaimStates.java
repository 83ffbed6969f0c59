package dev.vspherecloud.csi.cluster.claim;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.call.ObjectCalls;
import dev.vspherecloud.csi.domain.ClaimState;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/// Reads whether the claims of many volumes exist, with one list of claims and one of PersistentVolumes.
///
/// Threads: may be used from anywhere.
public final class KubeClaimStates {
    private static final String VOLUMES = "/api/v1/persistentvolumes";

    /// @param claimUid empty if the PersistentVolume has no claim
    private record ListedVolume(String name, String claimUid) {}

    private static final ObjectReader<ListedVolume> VOLUME = new ObjectReader<>(
            JsonFields.of("metadata.name", "spec.claimRef.uid"),
            volume -> new ListedVolume(
                    volume.find("metadata", "name").asText(),
                    volume.find("spec", "claimRef", "uid").asText()));

    private final ApiServer server;
    private final LongSupplier nanoTime;

    public KubeClaimStates(ApiServer server, LongSupplier nanoTime) {
        this.server = server;
        this.nanoTime = nanoTime;
    }

    /// Reads the state of the claim of each create request.
    ///
    /// The claims are listed first. Between the two lists, a claim may get a PersistentVolume and be deleted. In
    /// the other order, neither list would contain such a claim, and its volume would seem unused.
    ///
    /// @param requestNames the names of the requests, as in `pvc-<uid>`
    /// @param budget       how long all requests to the API server together may take
    /// @return a state for each name. [ClaimState#GONE] only if the name has the form that external-provisioner
    ///     makes by default
    public ListResult<Map<String, ClaimState>> read(Set<String> requestNames, Duration budget) {
        if (requestNames.isEmpty()) {
            return new ListResult.Complete<>(Map.of());
        }
        Set<ClaimOfVolume> wanted = requestNames.stream().map(ClaimOfVolume::of).collect(Collectors.toSet());
        Set<String> uids =
                wanted.stream().flatMap(claim -> claim.uid().stream()).collect(Collectors.toSet());
        ObjectCalls calls = ObjectCalls.begin(server, nanoTime, budget);
        return switch (claims(calls, uids)) {
            case ListResult.Complete<Set<String>>(Set<String> existing) ->
                bound(calls, wanted, uids).map(bound -> states(wanted, existing, bound));
            case ListResult.Failed<Set<String>>(String problem) -> new ListResult.Failed<>(problem);
            case ListResult.KindUnknown<Set<String>>(String problem) -> new ListResult.KindUnknown<>(problem);
        };
    }

    /// Returns those of the uids whose claims exist.
    private static ListResult<Set<String>> claims(ObjectCalls calls, Set<String> uids) {
        return calls.<ListedClaim, Set<String>>list(
                        ListedClaim.PATH, ListedClaim.READER, HashSet::new, (existing, claim) -> {
                            if (uids.contains(claim.uid())) {
                                existing.add(claim.uid());
                            }
                        })
                .ofBuiltInKind();
    }

    /// Returns the names of the requested PersistentVolumes that exist, and those of the uids whose claims have one.
    private static ListResult<Set<String>> bound(ObjectCalls calls, Set<ClaimOfVolume> wanted, Set<String> uids) {
        Set<String> names = wanted.stream().map(ClaimOfVolume::requestName).collect(Collectors.toSet());
        return calls.<ListedVolume, Set<String>>list(VOLUMES, VOLUME, HashSet::new, (bound, volume) -> {
                    if (names.contains(volume.name())) {
                        bound.add(volume.name());
                    }
                    if (uids.contains(volume.claimUid())) {
                        bound.add(volume.claimUid());
                    }
                })
                .ofBuiltInKind();
    }

    private static Map<String, ClaimState> states(Set<ClaimOfVolume> wanted, Set<String> existing, Set<String> bound) {
        return wanted.stream()
                .collect(Collectors.toUnmodifiableMap(
                        ClaimOfVolume::requestName, claim -> state(claim, existing, bound)));
    }

    /// @param existing the uids of the claims that exist
    /// @param bound    the names of the PersistentVolumes, and the uids of their claims
    private static ClaimState state(ClaimOfVolume claim, Set<String> existing, Set<String> bound) {
        if (bound.contains(claim.requestName())
                || claim.uid().filter(bound::contains).isPresent()) {
            return ClaimState.BOUND;
        }
        if (claim.uid().filter(existing::contains).isPresent()) {
            return ClaimState.WAITING;
        }
        return claim.isNamedByDefault() ? ClaimState.GONE : ClaimState.UNKNOWN;
    }
}
