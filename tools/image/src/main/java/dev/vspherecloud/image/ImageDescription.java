package dev.vspherecloud.image;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What an image says about itself and how it is to be run.
///
/// @param version of the program, as `--version` says it; the tag of the image
/// @param machine as the JVM calls it, such as `amd64`
record ImageDescription(String version, String machine) {
    static final String NAME = "vsphere-cloud-controller-manager";

    /// Where the Go project's image has it; manifests name arguments only, and some repeat this path.
    static final String ENTRY = "/bin/" + NAME;

    static final int PORT = 10258;

    /// Of our own part, by its SPDX id.
    static final String LICENSE = "Apache-2.0";

    String reference() {
        return NAME + ":" + version;
    }

    /// As Go and OCI call it.
    String architecture() {
        return machine.equals("aarch64") ? "arm64" : machine;
    }

    List<String> entryPoint() {
        return List.of(ENTRY);
    }

    /// With the group of the same number: else the process has the group of root.
    String user() {
        return SystemLayer.USER + ":" + SystemLayer.USER;
    }

    /// Without a UTF-8 locale the JVM misreads passwords in variables, and the program starts itself once more.
    Map<String, String> environment() {
        return Map.of("LC_ALL", SystemLayer.LOCALE);
    }

    /// No time and no commit: the same sources make the same image.
    Map<String, String> labels() {
        var labels = new TreeMap<String, String>();
        labels.put("org.opencontainers.image.title", NAME);
        labels.put(
                "org.opencontainers.image.description",
                "A Kubernetes cloud provider for VMware vSphere: initializes Nodes from their VMs and keeps them up to date.");
        labels.put("org.opencontainers.image.licenses", LICENSE);
        labels.put("org.opencontainers.image.version", version);
        return labels;
    }
}
