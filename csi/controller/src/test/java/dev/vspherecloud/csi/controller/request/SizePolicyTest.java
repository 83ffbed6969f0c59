package dev.vspherecloud.csi.controller.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.volume.VolumeError;
import dev.vspherecloud.csi.domain.volume.VolumeError.Code;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizePolicyTest {
    private static final CapabilityResult EXT4 = new CapabilityResult.BlockWithFilesystem("ext4");
    private static final CapabilityResult XFS = new CapabilityResult.BlockWithFilesystem("xfs");

    @ParameterizedTest
    @CsvSource({
        "0, 0, 10240",
        "1, 0, 1",
        "1048576, 0, 1",
        "1048577, 0, 2",
        "1048577, 2097152, 2",
        "0, 1073741824, 1024",
        "0, 21474836480, 10240",
        "68169720922112, 0, 65011712"
    })
    void theSizeIsRoundedUpToWholeMebibytes(long required, long limit, long expected) {
        assertThat(SizePolicy.evaluate(required, limit, EXT4)).isEqualTo(new SizeResult.Accepted(expected));
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 0, INVALID_ARGUMENT",
        "0, -1, INVALID_ARGUMENT",
        "2097152, 1048576, OUT_OF_RANGE",
        "1048577, 1048578, OUT_OF_RANGE",
        "0, 1048575, OUT_OF_RANGE",
        "68169720922113, 0, OUT_OF_RANGE",
        "9223372036854775807, 0, OUT_OF_RANGE",
        "9223372036854775807, 9223372036854775807, OUT_OF_RANGE"
    })
    void otherRangesAreRefused(long required, long limit, Code expected) {
        assertThat(code(SizePolicy.evaluate(required, limit, EXT4))).isEqualTo(expected);
    }

    @Test
    void xfsNeedsRoom() {
        assertThat(code(SizePolicy.evaluate(299L << 20, 0, XFS))).isEqualTo(Code.INVALID_ARGUMENT);
        assertThat(SizePolicy.evaluate(300L << 20, 0, XFS)).isEqualTo(new SizeResult.Accepted(300));
        assertThat(new SizeResult.Accepted(300).bytes()).isEqualTo(314_572_800);
    }

    private static Code code(SizeResult result) {
        return result instanceof SizeResult.Refused(VolumeError error) ? error.code() : Code.NOT_FOUND;
    }
}
