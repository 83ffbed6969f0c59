package dev.vspherecloud.csi.cns;

import dev.vspherecloud.http.PrintableText;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The First Class Disk behind a block volume, as vCenter and CNS return it.
///
/// @param id           the id of the disk, which is that of the volume
/// @param name         its name; may be empty
/// @param capacityInMb MiB; empty if vCenter does not report it
/// @param datastore    its datastore, if vCenter reports it
/// @param filePath     the path of its file, as in `[datastore1] fcd/a.vmdk`; may be empty
/// @param consumers    the ids of the VMs that have the disk
public record FirstClassDisk(
        CnsVolumeId id,
        String name,
        OptionalLong capacityInMb,
        Optional<MoRef> datastore,
        String filePath,
        List<String> consumers) {
    public FirstClassDisk {
        consumers = List.copyOf(consumers);
    }

    /// Reads a `VStorageObject`; empty if it has no id.
    static Optional<FirstClassDisk> read(PropertyValue object) {
        PropertyValue config = object.field("config");
        PropertyValue backing = config.field("backing");
        return CnsVolumeId.read(config, "id")
                .map(id -> new FirstClassDisk(
                        id,
                        text(config, "name"),
                        config.field("capacityInMB").number(),
                        backing.field("datastore").ref(),
                        text(backing, "filePath"),
                        config.field("consumerId").items().stream()
                                .flatMap(consumer -> consumer.field("id").text().stream())
                                .map(PrintableText::of)
                                .toList()));
    }

    private static String text(PropertyValue owner, String field) {
        return owner.field(field).text().map(PrintableText::of).orElse("");
    }
}
