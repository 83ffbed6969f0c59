package dev.vspherecloud.testkit.servers;

/// The minor version of kube-apiserver; see `docs/reference/compatibility.md`.
public enum KubeRelease {
    /// The version for most tests, from `tools/servers/go.mod`.
    PINNED,
    /// From `servers/older/go.mod`; only for long-running tests.
    OLDER
}
