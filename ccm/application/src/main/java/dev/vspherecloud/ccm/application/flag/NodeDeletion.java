package dev.vspherecloud.ccm.application.flag;

import java.util.Map;

/// Whether Nodes are deleted at all, and which setting decides that.
///
/// Rule from: cloud-provider-vsphere, pkg/cloudprovider/vsphere/instances.go, InstanceExists, where the variable
/// counts by its presence. Differs: it is read once, at the start.
public enum NodeDeletion {
    ON("on"),
    OFF_BY_FLAG("off, by --node-deletion=false"),
    OFF_BY_ENVIRONMENT("off, by " + NodeDeletion.VARIABLE);

    /// Only its presence counts, whatever its value, even an empty one.
    static final String VARIABLE = "SKIP_NODE_DELETION";

    private final String text;

    NodeDeletion(String words) {
        this.text = words;
    }

    /// @param flag the value of `--node-deletion`
    /// @param environment of the process
    static NodeDeletion of(boolean flag, Map<String, String> environment) {
        if (environment.containsKey(VARIABLE)) {
            return OFF_BY_ENVIRONMENT;
        }
        return flag ? ON : OFF_BY_FLAG;
    }

    public boolean isOn() {
        return this == ON;
    }

    /// For the log: `off, by SKIP_NODE_DELETION`.
    @Override
    public String toString() {
        return text;
    }
}
