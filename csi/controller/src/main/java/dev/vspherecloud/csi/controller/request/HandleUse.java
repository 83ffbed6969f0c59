package dev.vspherecloud.csi.controller.request;

/// The call that names a volume by its handle.
public enum HandleUse {
    DELETE,
    PUBLISH,
    UNPUBLISH,
    EXPAND,
    VALIDATE,
    CREATE_SNAPSHOT
}
