package dev.vspherecloud.testkit.servers;

/// Which kube-apiserver: `docs/reference/compatibility.md` says which minors these are.
public enum KubeRelease {
    /// The one of all tests, from `tools/servers/go.mod`.
    PINNED,
    /// From `servers/older/go.mod`; of the tests that take long only.
    OLDER
}
