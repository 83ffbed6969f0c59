package dev.vspherecloud.csi.commands.plan;

import dev.vspherecloud.csi.domain.volume.VolumeHandle;

/// What kind of volume a handle names.
enum HandleForm {
    BLOCK("block"),
    FILE("file"),
    IN_TREE("vmdk"),
    INVALID("invalid");

    private final String text;

    HandleForm(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    static HandleForm of(String handle) {
        return VolumeHandle.parse(handle)
                .map(parsed -> switch (parsed) {
                    case VolumeHandle.Block _ -> BLOCK;
                    case VolumeHandle.FileShare _ -> FILE;
                    case VolumeHandle.InTree _ -> IN_TREE;
                })
                .orElse(INVALID);
    }
}
