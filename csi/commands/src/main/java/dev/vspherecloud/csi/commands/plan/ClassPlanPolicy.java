package dev.vspherecloud.csi.commands.plan;

import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.csi.cluster.plan.ExistingClaim;
import dev.vspherecloud.csi.cluster.plan.ExistingStorageClass;
import dev.vspherecloud.csi.config.storageclass.StorageClassParser;
import dev.vspherecloud.csi.config.storageclass.StorageClassResult;
import dev.vspherecloud.csi.domain.volume.VolumeError;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Decides what changes for a StorageClass, and for a claim that waits. Pure.
///
/// Rule from: csi 2.4, 4.4.
final class ClassPlanPolicy {
    /// csi-provisioner takes these parameters for itself.
    private static final String OF_SIDECARS = "csi.storage.k8s.io/";

    private static final String FILESYSTEM = OF_SIDECARS + "fstype";
    private static final Set<String> FILESYSTEMS = Set.of("", "ext3", "ext4", "xfs", "nfs", "nfs4");

    private ClassPlanPolicy() {}

    /// Returns what differs for a StorageClass; empty if nothing changes.
    ///
    /// @param fileVolumes how many file volumes were made from it
    /// @param settings    empty if the configuration is not known
    static List<TakeoverFinding> evaluate(
            ExistingStorageClass each, long fileVolumes, Optional<TakeoverSettings> settings) {
        var findings = new ArrayList<TakeoverFinding>();
        Map<String, String> parameters = each.isInTree() ? translated(each.parameters()) : each.parameters();
        if (each.isInTree()) {
            findings.add(
                    TakeoverFinding.of(TakeoverCode.IN_TREE_CLASS, "its provisioner is kubernetes.io/vsphere-volume"));
        }
        var own = new TreeMap<>(parameters);
        own.keySet().removeIf(key -> key.startsWith(OF_SIDECARS));
        switch (StorageClassParser.parse(own)) {
            case StorageClassResult.Rejected(VolumeError error) ->
                findings.add(new TakeoverFinding(TakeoverCode.PARAMETERS_REFUSED, error.sentence()));
            case StorageClassResult.Accepted(var _, List<String> warnings) ->
                warnings.forEach(warning -> findings.add(new TakeoverFinding(TakeoverCode.PARAMETER_IGNORED, warning)));
        }
        filesystem(parameters.getOrDefault(FILESYSTEM, "")).ifPresent(findings::add);
        each.topologyKeys().stream()
                .filter(key -> settings.filter(known -> !known.topologyKeys().contains(key))
                        .isPresent())
                .map(key -> TakeoverFinding.of(
                        TakeoverCode.TOPOLOGY_KEY_NOT_CONFIGURED,
                        "its allowedTopologies has the key %s, expected a key of topology-categories"
                                .formatted(RawValue.printable(key))))
                .forEach(findings::add);
        TakeoverFinding.when(
                        fileVolumes > 0,
                        TakeoverCode.CLASS_OF_FILE_VOLUMES,
                        "it is the StorageClass of %d file volumes".formatted(fileVolumes))
                .ifPresent(findings::add);
        return findings;
    }

    private static Optional<TakeoverFinding> filesystem(String name) {
        if (name.equalsIgnoreCase("ntfs")) {
            return Optional.of(TakeoverFinding.of(
                    TakeoverCode.WINDOWS_FILESYSTEM,
                    "found %s=ntfs, expected ext4, ext3 or xfs".formatted(FILESYSTEM)));
        }
        return TakeoverFinding.when(
                !FILESYSTEMS.contains(name),
                TakeoverCode.FILESYSTEM_UNSUPPORTED,
                "found %s=%s, expected ext4, ext3 or xfs".formatted(FILESYSTEM, RawValue.printable(name)));
    }

    /// Returns the parameters as kube-controller-manager translates those of the in-tree driver.
    private static Map<String, String> translated(Map<String, String> parameters) {
        var translated = new TreeMap<String, String>();
        parameters.forEach((key, value) -> {
            String name = key.toLowerCase(Locale.ROOT);
            switch (name) {
                case "fstype", FILESYSTEM -> translated.put(FILESYSTEM, value);
                case "storagepolicyname" -> translated.put(name, value);
                default -> translated.put(name + "-migrationparam", value);
            }
        });
        translated.put("csimigration", "true");
        return translated;
    }

    /// Returns what differs for a claim that has no volume yet; empty if nothing changes.
    static List<TakeoverFinding> evaluate(ExistingClaim claim) {
        List<String> shared = claim.accessModes().stream()
                .filter(mode -> mode.equals("ReadWriteMany") || mode.equals("ReadOnlyMany"))
                .toList();
        return Stream.of(
                        TakeoverFinding.when(
                                !shared.isEmpty(),
                                TakeoverCode.FILE_CLAIM_WAITS,
                                "found the access mode %s of the StorageClass %s, expected ReadWriteOnce"
                                        .formatted(String.join(", ", shared), claim.storageClass())),
                        TakeoverFinding.when(
                                shared.isEmpty() && claim.source().equals("PersistentVolumeClaim"),
                                TakeoverCode.COPY_CLAIM_WAITS,
                                "its data source is a PersistentVolumeClaim"))
                .flatMap(Optional::stream)
                .toList();
    }
}
