package dev.vspherecloud.ccm.application.flag;

import java.util.Map;

/// Says if the lifecycle controller may delete Nodes, and which setting decides.
///
/// Rule from: cloud-provider-vsphere, pkg/cloudprovider/vsphere/instances.go, InstanceExists, where the environment
/// variable counts if it is present. Differs: this program reads the variable once, at the start.
public enum NodeDeletion {
    ON("on"),
    OFF_BY_FLAG("off, by --node-deletion=false"),
    OFF_BY_ENVIRONMENT("off, by " + NodeDeletion.VARIABLE);

    /// The environment variable that switches deletion off. Only its presence counts, whatever its value, even an
    /// empty one.
    static final String VARIABLE = "SKIP_NODE_DELETION";

    private final String text;

    NodeDeletion(String words) {
        this.text = words;
    }

    /// Returns the setting that applies. The environment variable takes precedence over the flag.
    ///
    /// @param flag the value of `--node-deletion`
    /// @param environment the environment variables of the process
    static NodeDeletion of(boolean flag, Map<String, String> environment) {
        if (environment.containsKey(VARIABLE)) {
            return OFF_BY_ENVIRONMENT;
        }
        return flag ? ON : OFF_BY_FLAG;
    }

    public boolean isOn() {
        return this == ON;
    }

    /// Returns the setting for the log, for example `off, by SKIP_NODE_DELETION`.
    @Override
    public String toString() {
        return text;
    }
}
