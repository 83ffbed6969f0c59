package dev.vspherecloud.csi.controller.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.volume.SnapshotHandle;
import dev.vspherecloud.csi.domain.volume.VolumeError;
import dev.vspherecloud.csi.domain.volume.VolumeError.Code;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class VolumeHandlePolicyTest {
    private static final String ID = "2f5c3f0e-7a52-4ac1-9d40-9c1f8d11a0c3";

    @Test
    void theThreeFormsAreParsed() {
        assertThat(VolumeHandle.parse(ID)).contains(new VolumeHandle.Block(ID));
        assertThat(VolumeHandle.parse("file:" + ID)).contains(new VolumeHandle.FileShare(ID));
        assertThat(VolumeHandle.parse("[vsan ds 1] kube vols/claim-1.vmdk"))
                .contains(new VolumeHandle.InTree("vsan ds 1", "kube vols/claim-1.vmdk"));
        assertThat(VolumeHandle.parse("[d[1]s[2] [a] b].vmdk"))
                .contains(new VolumeHandle.InTree("d[1", "s[2] [a] b].vmdk"));
    }

    @ParameterizedTest
    @ValueSource(strings = {ID, "file:" + ID, "[ds] kubevols/claim-1.vmdk", "[ds] a[1]/b[2].vmdk"})
    void theTextOfAHandleIsAsWritten(String text) {
        assertThat(VolumeHandle.parse(text).map(VolumeHandle::text)).contains(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "fake-vol-id",
                "file:",
                "file:x",
                ID + " ",
                ID + "\n",
                "{" + ID + "}",
                "[ds] .vmdk",
                "[] a.vmdk",
                "[ds] a.VMDK",
                "ds/a.vmdk",
                "[ds] a\u0000.vmdk",
                "[ds] a.vmdk\n",
                ID + "+" + ID
            })
    void otherTextsAreNoHandles(String text) {
        assertThat(VolumeHandle.parse(text)).isEmpty();
    }

    @Test
    void aSnapshotNamesItsVolume() {
        assertThat(SnapshotHandle.parse(ID + "+" + ID))
                .contains(new SnapshotHandle(new VolumeHandle.Block(ID), ID))
                .map(SnapshotHandle::text)
                .contains(ID + "+" + ID);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "+", ID, ID + "+", "+" + ID, ID + "+" + ID + "+" + ID, "file:" + ID + "+" + ID, "a+b"})
    void otherTextsAreNoSnapshots(String text) {
        assertThat(SnapshotHandle.parse(text)).isEqualTo(Optional.empty());
    }

    @ParameterizedTest
    @EnumSource
    void aMissingHandleIsAnInvalidArgument(HandleUse use) {
        assertThat(code("", use)).isEqualTo(Code.INVALID_ARGUMENT);
    }

    @ParameterizedTest
    @EnumSource
    void aBlockVolumeIsUsableInEveryCall(HandleUse use) {
        assertThat(VolumeHandlePolicy.evaluate(ID, use)).isEqualTo(new HandleResult.Usable(new VolumeHandle.Block(ID)));
    }

    @ParameterizedTest
    @CsvSource({"DELETE", "UNPUBLISH"})
    void aHandleThatNoVolumeHasNeedsNothing(HandleUse use) {
        assertThat(VolumeHandlePolicy.evaluate("fake-vol-id", use)).isInstanceOf(HandleResult.NothingToDo.class);
    }

    @ParameterizedTest
    @CsvSource({"PUBLISH", "EXPAND", "VALIDATE", "CREATE_SNAPSHOT"})
    void aHandleThatNoVolumeHasIsNotFound(HandleUse use) {
        assertThat(code("fake-vol-id", use)).isEqualTo(Code.NOT_FOUND);
    }

    @Test
    void onlyBlockVolumesOfThisDriverHaveSnapshots() {
        assertThat(code("file:" + ID, HandleUse.CREATE_SNAPSHOT)).isEqualTo(Code.INVALID_ARGUMENT);
        assertThat(code("[ds] a.vmdk", HandleUse.CREATE_SNAPSHOT)).isEqualTo(Code.UNIMPLEMENTED);
        assertThat(VolumeHandlePolicy.evaluate("[ds] a.vmdk", HandleUse.DELETE))
                .isInstanceOf(HandleResult.Usable.class);
    }

    @Test
    void theCodesHaveTheirNumbersInGrpc() {
        assertThat(Code.values()).extracting(Code::number).containsExactly(3, 5, 11, 12);
    }

    private static Code code(String text, HandleUse use) {
        return VolumeHandlePolicy.evaluate(text, use) instanceof HandleResult.Refused(VolumeError error)
                ? error.code()
                : Code.OUT_OF_RANGE;
    }
}
