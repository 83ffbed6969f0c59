package dev.vspherecloud.csi.domain;

/// What an operation does.
public enum OperationKind {
    CREATE,
    DELETE,
    EXPAND,
    CREATE_SNAPSHOT,
    DELETE_SNAPSHOT
}
