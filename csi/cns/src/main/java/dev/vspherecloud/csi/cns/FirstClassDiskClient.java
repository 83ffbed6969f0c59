package dev.vspherecloud.csi.cns;

import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import dev.vspherecloud.vsphere.client.SoapService;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.VcenterSession;
import dev.vspherecloud.vsphere.client.soap.SoapEndpoint;
import dev.vspherecloud.vsphere.client.soap.SoapRequest;
import dev.vspherecloud.vsphere.client.soap.XmlWriter;
import java.util.Optional;

/// Asks vCenter for First Class Disks, without CNS, in one session. A new session needs a new client, which costs
/// nothing.
///
/// vCenter answers from its catalogue of disks. After vCenter was restored from a backup, the catalogue may lack disks
/// that exist, until `ReconcileDatastoreInventory_Task`.
///
/// Threads: safe for all.
///
/// Rule from: `VcenterVStorageObjectManager` of the vSphere Web Services API; govmomi pull requests 1416 and 3659, for
/// `NotFound`.
public final class FirstClassDiskClient {
    private static final MoRef VSLM = new MoRef("VslmServiceInstance", "ServiceInstance");
    private static final String NOT_FOUND = "NotFound";

    private final VcenterSession session;

    public FirstClassDiskClient(VcenterSession session) {
        this.session = session;
    }

    /// Asks whether a datastore has a disk, in one call. The account needs `Datastore.FileManagement` on it.
    ///
    /// @return empty if it certainly does not, which says nothing about other datastores
    /// @throws VcenterException if that is not known
    public Optional<FirstClassDisk> find(CnsVolumeId disk, MoRef datastore) {
        MoRef manager = session.content()
                .storageObjectManager()
                .orElseThrow(() -> failed(Kind.UNSUPPORTED, "this server has no manager of First Class Disks"));
        SoapService service = session.vim25Service();
        SoapRequest request = service.request("RetrieveVStorageObject", manager, xml -> {
            writeId(xml, disk);
            xml.leaf("datastore", datastore.value(), "type", datastore.type());
        });
        try {
            return Optional.of(read(service.read(request), disk));
        } catch (VcenterException e) {
            if (isNotFound(e)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /// Looks a disk up by its id alone, in two calls.
    ///
    /// @throws VcenterException if this vCenter does not show the disk, which does not prove that it does not exist
    public FirstClassDisk lookUp(CnsVolumeId disk) {
        SoapService service = session.service(SoapEndpoint.vslm());
        MoRef manager = service.read(service.request("RetrieveContent", VSLM, _ -> {}))
                .field("vStorageObjectManager")
                .ref()
                .orElseThrow(() -> failed(Kind.PROTOCOL, "the service names no vStorageObjectManager"));
        return read(
                service.read(service.request("VslmRetrieveVStorageObject", manager, xml -> writeId(xml, disk))), disk);
    }

    private static void writeId(XmlWriter xml, CnsVolumeId disk) {
        xml.open("id").leaf("id", disk.id()).close();
    }

    private FirstClassDisk read(PropertyValue object, CnsVolumeId disk) {
        return FirstClassDisk.read(object)
                .filter(found -> found.id().equals(disk))
                .orElseThrow(() -> failed(Kind.PROTOCOL, "vCenter returned another object than disk " + disk));
    }

    /// A fault with another cause only says that something was not found on the way to the disk.
    private static boolean isNotFound(VcenterException e) {
        return e.faultType().equals(Optional.of(NOT_FOUND))
                && e.faultCauses().stream().allMatch(NOT_FOUND::equals);
    }

    private static VcenterException failed(Kind kind, String problem) {
        return new VcenterException(kind, "", problem);
    }
}
