package dev.vspherecloud.csi.controller.request;

import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.csi.config.storageclass.StorageClassParser;
import dev.vspherecloud.csi.config.storageclass.StorageClassResult;
import dev.vspherecloud.csi.domain.placement.TopologyRequirement;
import dev.vspherecloud.csi.domain.volume.ContentSource;
import dev.vspherecloud.csi.domain.volume.RequestedCapability;
import dev.vspherecloud.csi.domain.volume.RequestedCapability.AccessMode;
import dev.vspherecloud.csi.domain.volume.StorageClassParameters;
import dev.vspherecloud.csi.domain.volume.VolumeError;
import dev.vspherecloud.csi.domain.volume.VolumeError.Code;
import dev.vspherecloud.csi.protocol.v1.CapacityRange;
import dev.vspherecloud.csi.protocol.v1.CreateVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.VolumeCapability;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Reads a request to create a volume. Pure.
///
/// The checks have the order of csi 3.1: name, capabilities, size, parameters, source, topology.
public final class CreateRequestReader {
    /// The longest name that the CSI specification allows, in bytes.
    private static final int MAX_NAME_BYTES = 128;

    private CreateRequestReader() {}

    /// The result of reading a request.
    public sealed interface Result {
        /// The request is valid.
        ///
        /// @param warnings sentences about parameters that have no effect
        record Accepted(NewVolume volume, List<String> warnings) implements Result {}

        /// The request is not valid.
        record Refused(VolumeError error) implements Result {}
    }

    /// Reads a request.
    ///
    /// @param topologyKeys returns the label keys of the configured categories; is asked only if the request has a
    ///     topology requirement
    public static Result read(CreateVolumeRequest request, Supplier<Set<String>> topologyKeys) {
        if (!isName(request.getName())) {
            return invalid(
                    "found the volume name %s, expected 1 to %d bytes without control characters; correct the request"
                            .formatted(RawValue.printable(request.getName()), MAX_NAME_BYTES));
        }
        CapabilityResult capability = capability(request.getVolumeCapabilitiesList());
        if (capability instanceof CapabilityResult.Refused(VolumeError error)) {
            return new Result.Refused(error);
        }
        if (capability instanceof CapabilityResult.FileVolume) {
            return invalid("found an access mode for several Nodes, expected ReadWriteOnce: this driver serves existing"
                    + " file volumes and creates none; change the access mode of the claim");
        }
        CapacityRange range = request.getCapacityRange();
        return switch (SizePolicy.evaluate(range.getRequiredBytes(), range.getLimitBytes(), capability)) {
            case SizeResult.Refused(VolumeError error) -> new Result.Refused(error);
            case SizeResult.Accepted(long mebibytes) -> withSize(request, mebibytes, topologyKeys);
        };
    }

    private static Result withSize(CreateVolumeRequest request, long mebibytes, Supplier<Set<String>> topologyKeys) {
        return switch (StorageClassParser.parse(request.getParametersMap())) {
            case StorageClassResult.Rejected(VolumeError error) -> new Result.Refused(error);
            case StorageClassResult.Accepted(StorageClassParameters parameters, List<String> warnings) -> {
                yield switch (ContentSourceReader.read(request)) {
                    case ContentSourceReader.Result.Refused(VolumeError error) -> new Result.Refused(error);
                    case ContentSourceReader.Result.Accepted(Optional<ContentSource> source) ->
                        switch (TopologyReader.read(request.getAccessibilityRequirements(), topologyKeys)) {
                            case TopologyReader.Result.Refused(VolumeError error) -> new Result.Refused(error);
                            case TopologyReader.Result.Accepted(TopologyRequirement topology) ->
                                new Result.Accepted(
                                        new NewVolume(request.getName(), mebibytes, parameters, source, topology),
                                        warnings);
                        };
                };
            }
        };
    }

    /// Reads the capabilities of a request.
    public static CapabilityResult capability(List<VolumeCapability> capabilities) {
        return CapabilityPolicy.evaluate(
                capabilities.stream().map(CreateRequestReader::requested).toList(), false);
    }

    private static RequestedCapability requested(VolumeCapability capability) {
        return new RequestedCapability(
                capability.hasBlock(),
                capability.getMount().getFsType(),
                switch (capability.getAccessMode().getMode()) {
                    case SINGLE_NODE_WRITER -> AccessMode.SINGLE_NODE_WRITER;
                    case SINGLE_NODE_READER_ONLY -> AccessMode.SINGLE_NODE_READER_ONLY;
                    case MULTI_NODE_READER_ONLY -> AccessMode.MULTI_NODE_READER_ONLY;
                    case MULTI_NODE_SINGLE_WRITER -> AccessMode.MULTI_NODE_SINGLE_WRITER;
                    case MULTI_NODE_MULTI_WRITER -> AccessMode.MULTI_NODE_MULTI_WRITER;
                    case SINGLE_NODE_SINGLE_WRITER -> AccessMode.SINGLE_NODE_SINGLE_WRITER;
                    case SINGLE_NODE_MULTI_WRITER -> AccessMode.SINGLE_NODE_MULTI_WRITER;
                    case UNKNOWN, UNRECOGNIZED -> AccessMode.UNKNOWN;
                });
    }

    /// Returns true if this can be the name in a request.
    public static boolean isName(String name) {
        return !name.isBlank()
                && name.getBytes(StandardCharsets.UTF_8).length <= MAX_NAME_BYTES
                && name.codePoints().noneMatch(Character::isISOControl);
    }

    private static Result invalid(String sentence) {
        return new Result.Refused(new VolumeError(Code.INVALID_ARGUMENT, sentence));
    }
}
