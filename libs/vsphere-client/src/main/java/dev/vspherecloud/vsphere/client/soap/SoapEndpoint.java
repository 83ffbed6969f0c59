package dev.vspherecloud.vsphere.client.soap;

/// A SOAP service of a vCenter: its path, and how to call it. All services of one vCenter know its sessions.
///
/// Rule from: govmomi `soap.Client.NewServiceClient`, `cns`, `pbm`. Differs: the session is in the SOAP header
/// only if the service reads it there.
///
/// @param path the path on the server, as in `/vsanHealth`
/// @param namespace the namespace of its methods, as in `urn:vsan`
/// @param version the version of the namespace to use, as in `8.0.3.0`; empty to name none
/// @param wantsSessionHeader true if the service reads the session in the SOAP header `vcSessionCookie`, in
///     addition to the cookie
public record SoapEndpoint(String path, String namespace, String version, boolean wantsSessionHeader) {
    public SoapEndpoint {
        if (!path.startsWith("/") || namespace.isBlank()) {
            throw new IllegalArgumentException("a SOAP service needs a path that starts with / and a namespace");
        }
    }

    /// Returns the service of vCenter itself, where sessions begin and end.
    public static SoapEndpoint vim25(Vim25Version version) {
        return new SoapEndpoint("/sdk", "urn:vim25", version.text(), false);
    }

    /// Returns the service for volumes (CNS) and vSAN.
    ///
    /// @param version a version that `/sdk/vsanServiceVersions.xml` lists
    public static SoapEndpoint vsan(String version) {
        return new SoapEndpoint("/vsanHealth", "urn:vsan", version, false);
    }

    /// Returns the service of vCenter itself, called with the version of the vSAN API. The results of CNS tasks
    /// have types of that API.
    public static SoapEndpoint vim25WithVsan(VsanVersion version) {
        return new SoapEndpoint("/sdk", "urn:vsan", version.text(), false);
    }

    /// Returns the service for storage policies (SPBM).
    public static SoapEndpoint pbm() {
        return new SoapEndpoint("/pbm", "urn:pbm", "", true);
    }

    /// Returns the service for the First Class Disks of the whole vCenter (VSLM).
    ///
    /// Rule from: govmomi `vslm`; csi 8.1.
    public static SoapEndpoint vslm() {
        return new SoapEndpoint("/vslm/sdk", "urn:vslm", "", true);
    }

    /// Returns the value of the header `SOAPAction`.
    public String action() {
        return version.isEmpty() ? namespace : namespace + "/" + version;
    }
}
