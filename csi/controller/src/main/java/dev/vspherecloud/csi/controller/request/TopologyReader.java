package dev.vspherecloud.csi.controller.request;

import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.csi.domain.placement.TopologyRequirement;
import dev.vspherecloud.csi.domain.volume.VolumeError;
import dev.vspherecloud.csi.domain.volume.VolumeError.Code;
import dev.vspherecloud.csi.protocol.v1.Topology;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Reads the topology that a request requires. Pure.
///
/// Rule from: csi 3.1; vsphere-csi-driver refuses a requirement without configured categories, too.
public final class TopologyReader {
    private TopologyReader() {}

    /// The result of reading a requirement.
    public sealed interface Result {
        /// The requirement is valid; [TopologyRequirement#NONE] if there is none.
        record Accepted(TopologyRequirement topology) implements Result {}

        /// The requirement cannot be met by this driver.
        record Refused(VolumeError error) implements Result {}
    }

    /// Reads a requirement. An empty segment requires nothing: csi-sanity sends it for a Node without labels.
    ///
    /// @param keys returns the label keys of the configured categories; is asked only if there is a requirement
    public static Result read(
            dev.vspherecloud.csi.protocol.v1.TopologyRequirement requirement, Supplier<Set<String>> keys) {
        List<Map<String, String>> requisite = segments(requirement.getRequisiteList());
        List<Map<String, String>> preferred = segments(requirement.getPreferredList());
        if (requisite.isEmpty() && preferred.isEmpty()) {
            return new Result.Accepted(TopologyRequirement.NONE);
        }
        Set<String> known = keys.get();
        if (known.isEmpty()) {
            return refused("found a topology requirement, expected none: the driver has no topology categories;"
                    + " set topology-categories in [Labels], or remove allowedTopologies from the StorageClass");
        }
        List<String> unknown = Stream.concat(requisite.stream(), preferred.stream())
                .flatMap(segment -> segment.keySet().stream())
                .filter(key -> !known.contains(key))
                .distinct()
                .sorted()
                .map(RawValue::printable)
                .toList();
        return unknown.isEmpty()
                ? new Result.Accepted(new TopologyRequirement(requisite, preferred))
                : refused("found the topology key %s, expected only %s; correct allowedTopologies in the StorageClass"
                        .formatted(
                                String.join(", ", unknown),
                                String.join(", ", known.stream().sorted().toList())));
    }

    private static List<Map<String, String>> segments(List<Topology> terms) {
        return terms.stream()
                .map(Topology::getSegmentsMap)
                .filter(segment -> !segment.isEmpty())
                .toList();
    }

    private static Result refused(String sentence) {
        return new Result.Refused(new VolumeError(Code.INVALID_ARGUMENT, sentence));
    }
}
