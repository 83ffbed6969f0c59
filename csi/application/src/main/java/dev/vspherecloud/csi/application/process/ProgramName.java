package dev.vspherecloud.csi.application.process;

/// The name of this program, as on its command line and as user agent at the API server.
public final class ProgramName {
    public static final String VALUE = "vsphere-csi";

    private ProgramName() {}
}
