package dev.vspherecloud.csi.application.active;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.identity.ClusterIdReadResult;
import dev.vspherecloud.csi.cluster.identity.ClusterIdWriteResult;
import dev.vspherecloud.csi.cluster.identity.KubeClusterId;
import dev.vspherecloud.csi.cluster.volume.KubePersistentVolumes;
import dev.vspherecloud.csi.cluster.volume.VolumeCount;
import dev.vspherecloud.csi.config.cluster.ClusterIdConfigMap;
import dev.vspherecloud.csi.config.cluster.ClusterIdDecision;
import dev.vspherecloud.csi.config.cluster.ClusterIdPolicy;
import dev.vspherecloud.csi.config.cluster.KnownVolumes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds the id of the cluster, under which CNS records its volumes.
///
/// Threads: one.
final class ClusterIdFinder {
    private static final Logger log = LoggerFactory.getLogger(ClusterIdFinder.class);
    private static final Duration BUDGET = Duration.ofSeconds(30);

    /// The number of volumes whose cluster ids are read from CNS. All volumes of a cluster have the same one.
    private static final int MAX_HANDLES = 100;

    private final KubeClusterId configMap;
    private final KubePersistentVolumes persistentVolumes;

    ClusterIdFinder(KubeClusterId configMap, KubePersistentVolumes persistentVolumes) {
        this.configMap = configMap;
        this.persistentVolumes = persistentVolumes;
    }

    /// Reads from CNS which cluster ids these volumes have.
    @FunctionalInterface
    interface RecordedIds {
        /// @return [KnownVolumes.Queried] or [KnownVolumes.Unread]
        KnownVolumes of(int count, List<String> handles) throws InterruptedException;
    }

    /// The result of looking for the id.
    sealed interface Result {
        record Found(String id) implements Result {}

        /// The id is not known now.
        ///
        /// @param problem what was found, what was expected, and what to do
        record NotReady(String problem) implements Result {}
    }

    /// Looks for the id, and records it in the cluster if it is new there.
    ///
    /// @param configured the id in the configuration
    Result find(Optional<String> configured, RecordedIds recorded) throws InterruptedException {
        ClusterIdConfigMap stored =
                switch (configMap.read(BUDGET)) {
                    case ClusterIdReadResult.Present(String id) -> new ClusterIdConfigMap.Present(id);
                    case ClusterIdReadResult.Absent() -> new ClusterIdConfigMap.Absent();
                    case ClusterIdReadResult.Unread(String problem) -> new ClusterIdConfigMap.Unread(problem);
                };
        if (configured.isPresent() || !(stored instanceof ClusterIdConfigMap.Absent)) {
            return carryOut(ClusterIdPolicy.decide(configured, stored, new KnownVolumes.None()));
        }
        KnownVolumes known =
                switch (persistentVolumes.count(MAX_HANDLES, BUDGET)) {
                    case ListResult.Complete<VolumeCount>(VolumeCount(int csi, var _, List<String> handles)) ->
                        csi == 0 ? new KnownVolumes.None() : recorded.of(csi, handles);
                    case ListResult.Failed<VolumeCount>(String problem) -> new KnownVolumes.Unread(problem);
                    case ListResult.KindUnknown<VolumeCount>(String problem) -> new KnownVolumes.Unread(problem);
                };
        return carryOut(ClusterIdPolicy.decide(configured, stored, known));
    }

    private Result carryOut(ClusterIdDecision decision) {
        return switch (decision) {
            case ClusterIdDecision.Use(String id, String origin) -> {
                log.atInfo()
                        .addKeyValue("clusterId", id)
                        .addKeyValue("origin", origin)
                        .log("Cluster id");
                yield new Result.Found(id);
            }
            case ClusterIdDecision.Create() -> create(UUID.randomUUID().toString());
            case ClusterIdDecision.Adopt(String id, String sentence) -> {
                log.atWarn().addKeyValue("cause", sentence).log("Cluster id is taken from vCenter");
                yield create(id);
            }
            case ClusterIdDecision.NotReady(String sentence) -> new Result.NotReady(sentence);
            case ClusterIdDecision.QueryVolumes(int count) ->
                new Result.NotReady("the cluster ids of %d volumes are not read yet".formatted(count));
        };
    }

    private Result create(String id) {
        return switch (configMap.create(id, BUDGET)) {
            case ClusterIdWriteResult.Created(String created) -> {
                log.atInfo().addKeyValue("clusterId", created).log("Cluster id was recorded in the cluster");
                yield new Result.Found(created);
            }
            case ClusterIdWriteResult.Existed(String existing) ->
                existing.equals(id)
                        ? new Result.Found(id)
                        : new Result.NotReady("another process has recorded a cluster id meanwhile");
            case ClusterIdWriteResult.Failed(String problem) -> new Result.NotReady(problem);
        };
    }
}
