package dev.vspherecloud.csi.controller.request;

import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.csi.domain.volume.ContentSource;
import dev.vspherecloud.csi.domain.volume.SnapshotHandle;
import dev.vspherecloud.csi.domain.volume.VolumeError;
import dev.vspherecloud.csi.domain.volume.VolumeError.Code;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import dev.vspherecloud.csi.protocol.v1.CreateVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.VolumeContentSource;
import java.util.Optional;

/// Reads what a new volume is a copy of. Pure.
public final class ContentSourceReader {
    private ContentSourceReader() {}

    /// The result of reading the source.
    sealed interface Result {
        /// The source has a valid form.
        ///
        /// @param source empty for an empty volume
        record Accepted(Optional<ContentSource> source) implements Result {}

        /// The source cannot be copied.
        record Refused(VolumeError error) implements Result {}
    }

    static Result read(CreateVolumeRequest request) {
        if (!request.hasVolumeContentSource()) {
            return new Result.Accepted(Optional.empty());
        }
        VolumeContentSource source = request.getVolumeContentSource();
        return switch (source.getTypeCase()) {
            case SNAPSHOT -> snapshot(source.getSnapshot().getSnapshotId());
            case VOLUME -> volume(source.getVolume().getVolumeId());
            case TYPE_NOT_SET ->
                refused(
                        Code.INVALID_ARGUMENT,
                        "found a content source of an unknown type, expected a snapshot or a volume; correct dataSource of the claim");
        };
    }

    private static Result snapshot(String text) {
        return SnapshotHandle.parse(text)
                .<Result>map(handle -> new Result.Accepted(Optional.of(new ContentSource.OfSnapshot(handle))))
                .orElseGet(() -> refused(
                        Code.NOT_FOUND,
                        "found the snapshot id %s, expected <UUID>+<UUID>: there is no such snapshot; correct dataSource of the claim"
                                .formatted(RawValue.printable(text))));
    }

    private static Result volume(String text) {
        Optional<VolumeHandle> handle = VolumeHandle.parse(text);
        if (handle.isEmpty()) {
            return refused(
                    Code.NOT_FOUND,
                    "found the volume id %s, expected a UUID: there is no such volume; correct dataSource of the claim"
                            .formatted(RawValue.printable(text)));
        }
        return switch (handle.get()) {
            case VolumeHandle.Block block -> new Result.Accepted(Optional.of(new ContentSource.OfVolume(block)));
            case VolumeHandle.FileShare _ ->
                refused(
                        Code.INVALID_ARGUMENT,
                        "found a file volume as the source, expected a block volume; copy the files to a new claim");
            case VolumeHandle.InTree _ ->
                refused(
                        Code.INVALID_ARGUMENT,
                        "found a volume of the in-tree driver as the source, expected one of this driver; copy the data to a new claim");
        };
    }

    private static Result refused(Code code, String sentence) {
        return new Result.Refused(new VolumeError(code, sentence));
    }

    /// Returns the source as a response contains it.
    public static VolumeContentSource message(ContentSource source) {
        var message = VolumeContentSource.newBuilder();
        switch (source) {
            case ContentSource.OfSnapshot(SnapshotHandle snapshot) ->
                message.setSnapshot(
                        VolumeContentSource.SnapshotSource.newBuilder().setSnapshotId(snapshot.text()));
            case ContentSource.OfVolume(VolumeHandle.Block volume) ->
                message.setVolume(VolumeContentSource.VolumeSource.newBuilder().setVolumeId(volume.text()));
        }
        return message.build();
    }
}
