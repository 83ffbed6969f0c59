package dev.vspherecloud.ccm.application.doctor;

/// An area that `doctor` examines, in the order of the report.
public enum DoctorArea {
    CONFIGURATION("configuration"),
    UNSUPPORTED("not supported"),
    DNS("DNS"),
    TCP("TCP"),
    TLS("TLS"),
    VERSION("version"),
    RBAC("RBAC"),
    LOGIN("login"),
    RIGHTS("rights"),
    CLOCK("clock"),
    TAGS("tags"),
    UUID("Node UUID"),
    VM("VM"),
    TOOLS("Tools"),
    ADDRESSES("addresses"),
    DISK("disk.EnableUUID"),
    KUBELET("kubelet flags"),
    TAINTS("taints"),
    PROVIDERS("other providers");

    private final String text;

    DoctorArea(String text) {
        this.text = text;
    }

    /// Returns the name of the area in text and JSON. The name does not change if the constant is renamed.
    public String text() {
        return text;
    }
}
