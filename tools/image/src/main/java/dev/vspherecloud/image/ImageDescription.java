package dev.vspherecloud.image;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The metadata of an image, and how a runtime starts it.
///
/// @param source  version and commit of the program; the version is the tag of the image
/// @param machine the JVM's name of the architecture, such as `amd64`
record ImageDescription(ProgramVersion source, String machine) {
    static final String NAME = "vsphere-cloud-controller-manager";

    /// The same path as in the image of cloud-provider-vsphere (Go). Manifests name only arguments, and some repeat
    /// this path.
    static final String ENTRY = "/bin/" + NAME;

    static final int PORT = 10258;

    /// The SPDX ID of this project's own files.
    static final String LICENSE = "Apache-2.0";

    String version() {
        return source.version();
    }

    String reference() {
        return NAME + ":" + version();
    }

    /// Returns the architecture by its name in OCI.
    String architecture() {
        return machine.equals("aarch64") ? "arm64" : machine;
    }

    List<String> entryPoint() {
        return List.of(ENTRY);
    }

    /// Returns user and group. Without the group, the process has the group of root.
    String user() {
        return SystemLayer.USER + ":" + SystemLayer.USER;
    }

    /// Sets a UTF-8 locale. Without it, the JVM misreads passwords in variables, and the program starts itself again.
    Map<String, String> environment() {
        return Map.of("LC_ALL", SystemLayer.LOCALE);
    }

    /// Returns the labels, without the time of the build, so that the same commit gives the same image.
    Map<String, String> labels() {
        var labels = new TreeMap<String, String>();
        labels.put("org.opencontainers.image.title", NAME);
        labels.put(
                "org.opencontainers.image.description",
                "A Kubernetes cloud provider for VMware vSphere: initializes Nodes from their VMs and keeps them up to date.");
        labels.put("org.opencontainers.image.licenses", LICENSE);
        labels.put("org.opencontainers.image.version", version());
        labels.put("org.opencontainers.image.revision", source.commit());
        return labels;
    }
}
