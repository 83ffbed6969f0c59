package dev.vspherecloud.vsphere.client.soap;

/// A SOAP service of a vCenter: where it is, and how it is spoken to. All services of one vCenter know its sessions.
///
/// Rule from: govmomi `soap.Client.NewServiceClient`, `cns`, `pbm`; differs: the session stands in the SOAP header only
/// where the service looks for it.
///
/// @param path on the server, as in `/vsanHealth`
/// @param namespace of its methods, as in `urn:vsan`
/// @param version of the namespace that is spoken, as in `8.0.3.0`; empty to name none
/// @param wantsSessionHeader whether the service looks for the session in the SOAP header `vcSessionCookie`, beside the
///     cookie
public record SoapEndpoint(String path, String namespace, String version, boolean wantsSessionHeader) {
    public SoapEndpoint {
        if (!path.startsWith("/") || namespace.isBlank()) {
            throw new IllegalArgumentException("a SOAP service needs a path that starts with / and a namespace");
        }
    }

    /// The service of vCenter itself, where sessions begin and end.
    public static SoapEndpoint vim25(Vim25Version version) {
        return new SoapEndpoint("/sdk", "urn:vim25", version.text(), false);
    }

    /// Volumes (CNS) and vSAN.
    ///
    /// @param version as `/sdk/vsanServiceVersions.xml` lists it
    public static SoapEndpoint vsan(String version) {
        return new SoapEndpoint("/vsanHealth", "urn:vsan", version, false);
    }

    /// Storage policies (SPBM).
    public static SoapEndpoint pbm() {
        return new SoapEndpoint("/pbm", "urn:pbm", "", true);
    }

    /// The value of the header `SOAPAction`.
    public String action() {
        return version.isEmpty() ? namespace : namespace + "/" + version;
    }
}
