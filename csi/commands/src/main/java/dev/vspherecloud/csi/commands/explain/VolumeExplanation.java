package dev.vspherecloud.csi.commands.explain;

import dev.vspherecloud.csi.cluster.volume.AttachmentDetails;
import dev.vspherecloud.csi.cluster.volume.PersistentVolumeDetails;
import dev.vspherecloud.csi.commands.explain.CnsAnswer.Found;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Everything that is known about a volume. Pure.
///
/// @param objects         what the cluster has
/// @param recordedVcenter the vCenter that CNSVolumeInfo names, only with several vCenters
/// @param cns             what the vCenters have
record VolumeExplanation(VolumeObjects objects, Optional<String> recordedVcenter, CnsAnswer cns) {
    boolean isFound() {
        return objects.isFound() || cns instanceof Found;
    }

    /// Returns why an administrator should look at the volume, a clause each; empty if all is well.
    List<String> problems(Instant now) {
        var problems = new ArrayList<String>();
        objects.operations().forEach(operation -> operation.problem(now).ifPresent(problems::add));
        problems.addAll(objects.brokenRecords());
        objects.attachments().stream()
                .filter(attachment -> !attachment.error().isEmpty())
                .map(VolumeExplanation::attachmentProblem)
                .forEach(problems::add);
        objects.volume().ifPresent(volume -> problems.addAll(cnsProblems(volume)));
        return List.copyOf(problems);
    }

    private static String attachmentProblem(AttachmentDetails attachment) {
        return "the last attach or detach at Node %s failed: %s".formatted(attachment.node(), attachment.error());
    }

    private List<String> cnsProblems(PersistentVolumeDetails volume) {
        return switch (cns) {
            case CnsAnswer.Unknown _ -> List.of();
            case CnsAnswer.Missing(List<String> vcenters) ->
                List.of("the PersistentVolume exists, and CNS in %s does not have its volume"
                        .formatted(String.join(", ", vcenters)));
            case Found(String vcenter, var found) -> {
                var problems = new ArrayList<String>();
                OptionalLong wanted = StorageQuantity.mebibytes(volume.capacity());
                if (wanted.isPresent()
                        && found.capacityInMb().isPresent()
                        && wanted.getAsLong() != found.capacityInMb().getAsLong()) {
                    problems.add("the PersistentVolume has %s, and the volume in CNS has %d MiB"
                            .formatted(volume.capacity(), found.capacityInMb().getAsLong()));
                }
                recordedVcenter
                        .filter(recorded -> !recorded.equals(vcenter))
                        .ifPresent(recorded -> problems.add("CNSVolumeInfo names vCenter %s, and the volume is in %s"
                                .formatted(recorded, vcenter)));
                yield problems;
            }
        };
    }
}
