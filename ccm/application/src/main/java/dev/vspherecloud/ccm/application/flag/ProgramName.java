package dev.vspherecloud.ccm.application.flag;

/// The name of this program, as on its command line, its pages and as user agent at the API server.
public final class ProgramName {
    /// The name of cloud-provider-vsphere (Go) is another, so that the managed fields of a Node tell them apart.
    public static final String VALUE = "vsphere-cloud-controller-manager";

    private ProgramName() {}
}
