package dev.vspherecloud.csi.controller.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.volume.RequestedCapability;
import dev.vspherecloud.csi.domain.volume.RequestedCapability.AccessMode;
import dev.vspherecloud.csi.domain.volume.VolumeError;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CapabilityPolicyTest {
    @ParameterizedTest
    @CsvSource({"'',ext4", "ext4,ext4", "ext3,ext3", "xfs,xfs"})
    void aBlockVolumeHasAFilesystem(String requested, String expected) {
        assertThat(evaluate(false, mounted(AccessMode.SINGLE_NODE_WRITER, requested)))
                .isEqualTo(new CapabilityResult.BlockWithFilesystem(expected));
    }

    @Test
    void aRawBlockVolumeHasNone() {
        assertThat(evaluate(false, new RequestedCapability(true, "", AccessMode.SINGLE_NODE_WRITER)))
                .isEqualTo(new CapabilityResult.RawBlock());
    }

    @ParameterizedTest
    @CsvSource({
        "MULTI_NODE_READER_ONLY,''",
        "MULTI_NODE_SINGLE_WRITER,nfs",
        "MULTI_NODE_MULTI_WRITER,nfs4",
        "MULTI_NODE_MULTI_WRITER,ext4"
    })
    void severalNodesNeedAFileVolume(AccessMode mode, String fsType) {
        assertThat(evaluate(false, mounted(mode, fsType))).isEqualTo(new CapabilityResult.FileVolume());
    }

    @ParameterizedTest
    @EnumSource(names = {"SINGLE_NODE_SINGLE_WRITER", "SINGLE_NODE_MULTI_WRITER"})
    void theNewerModesNeedTheCapability(AccessMode mode) {
        assertThat(evaluate(true, mounted(mode, ""))).isEqualTo(new CapabilityResult.BlockWithFilesystem("ext4"));
        assertThat(refusal(evaluate(false, mounted(mode, ""))))
                .isEqualTo("found the access mode " + mode + ", expected ReadWriteOnce; correct the claim");
    }

    @Test
    void otherRequestsAreRefused() {
        assertThat(refusal(evaluate(false))).startsWith("found no volume capability");
        assertThat(refusal(evaluate(true, mounted(AccessMode.UNKNOWN, ""))))
                .startsWith("found the access mode UNKNOWN");
        assertThat(refusal(evaluate(true, mounted(AccessMode.SINGLE_NODE_READER_ONLY, ""))))
                .startsWith("found the access mode SINGLE_NODE_READER_ONLY");
        assertThat(refusal(evaluate(false, mounted(AccessMode.SINGLE_NODE_WRITER, "ntfs"))))
                .contains("does not serve Windows Nodes");
        assertThat(refusal(evaluate(false, mounted(AccessMode.SINGLE_NODE_WRITER, "btrfs"))))
                .startsWith("found the filesystem \"btrfs\", expected ext4, ext3 or xfs");
        assertThat(refusal(evaluate(false, mounted(AccessMode.MULTI_NODE_MULTI_WRITER, "xfs"))))
                .startsWith("found the filesystem \"xfs\" for a file volume");
        assertThat(refusal(evaluate(false, new RequestedCapability(true, "", AccessMode.MULTI_NODE_MULTI_WRITER))))
                .contains("for a raw block volume");
        assertThat(refusal(evaluate(
                        false,
                        mounted(AccessMode.SINGLE_NODE_WRITER, ""),
                        mounted(AccessMode.MULTI_NODE_MULTI_WRITER, ""))))
                .contains("beside an access mode for several Nodes");
        assertThat(refusal(evaluate(
                        false,
                        mounted(AccessMode.SINGLE_NODE_WRITER, "xfs"),
                        mounted(AccessMode.SINGLE_NODE_WRITER, ""))))
                .startsWith("found several filesystems");
    }

    private static CapabilityResult evaluate(boolean hasSingleNodeMultiWriter, RequestedCapability... requested) {
        return CapabilityPolicy.evaluate(List.of(requested), hasSingleNodeMultiWriter);
    }

    private static RequestedCapability mounted(AccessMode mode, String fsType) {
        return new RequestedCapability(false, fsType, mode);
    }

    private static String refusal(CapabilityResult result) {
        assertThat(result).isInstanceOf(CapabilityResult.Refused.class);
        return result instanceof CapabilityResult.Refused(VolumeError error)
                        && error.code() == VolumeError.Code.INVALID_ARGUMENT
                ? error.sentence()
                : "";
    }
}
