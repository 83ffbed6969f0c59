package dev.vspherecloud.csi.domain.metadata;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Decides which volumes of CNS are orphans: they belong to the cluster, and the cluster has neither a
/// PersistentVolume nor a waiting claim for them. An orphan is reported, and never deleted here.
///
/// Rule from: csi 4.3 step 5, csi-production 9.
public final class OrphanPolicy {
    /// The time between the two observations that make a volume an orphan.
    private static final Duration MIN_AGE = Duration.ofSeconds(30);

    /// Rule from: external-provisioner, pkg/controller, makeVolumeName: the prefix, which is an option, and the uid.
    private static final Pattern CREATED_FOR =
            Pattern.compile(".+-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})");

    private OrphanPolicy() {}

    /// Returns the uid of the claim for which a volume was created; empty if its name does not contain one.
    public static Optional<String> claimUid(String volumeName) {
        Matcher matcher = CREATED_FOR.matcher(volumeName);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /// Evaluates a volume that no PersistentVolume has.
    public static OrphanState evaluate(RecordedVolume volume, OwnCluster own, OrphanFacts facts, Instant now) {
        if (facts.isInProgress()) {
            return OrphanState.IN_PROGRESS;
        }
        if (facts.isAwaited()) {
            return OrphanState.CLAIMED;
        }
        if (!volume.otherClusters(own).isEmpty()) {
            return OrphanState.OF_OTHER_CLUSTER;
        }
        boolean isConfirmed = facts.firstSeen()
                .filter(seen -> !seen.plus(MIN_AGE).isAfter(now))
                .isPresent();
        return isConfirmed ? OrphanState.ORPHAN : OrphanState.UNCONFIRMED;
    }

    /// Returns why a volume counts as an orphan, as a sentence without its end.
    public static String reason(RecordedVolume volume, OwnCluster own) {
        List<String> named = volume.entitiesOf(own.id()).stream()
                .map(RecordedEntity::key)
                .filter(key -> key.kind() != EntityKind.POD)
                .sorted()
                .map(EntityKey::toString)
                .collect(Collectors.toList());
        return named.isEmpty()
                ? "no PersistentVolume has this handle, and no claim waits for it"
                : "its metadata names %s, which this cluster does not have".formatted(String.join(" and ", named));
    }
}
