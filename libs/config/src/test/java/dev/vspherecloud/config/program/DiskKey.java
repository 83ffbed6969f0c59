package dev.vspherecloud.config.program;

import static dev.vspherecloud.config.KeyRow.key;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.KeyForm;
import dev.vspherecloud.config.KeyRow;
import dev.vspherecloud.config.KeyTable;
import dev.vspherecloud.config.OtherReaders;
import dev.vspherecloud.config.Section;
import dev.vspherecloud.config.VcenterKey;
import java.util.List;
import java.util.stream.Stream;

/// The configuration keys of a program that creates disks.
enum DiskKey implements ConfigKey {
    CLUSTER_ID(key("clusterId", KeyForm.TEXT, Section.GLOBAL)
            .variable("VSPHERE_CLUSTER_ID")
            .means("Name of the cluster.")),
    DATASTORE_URL(key("datastoreUrl", KeyForm.TEXT, Section.VCENTER).means("Where new disks are.")),
    MAX_SNAPSHOTS(key("mostSnapshots", KeyForm.COUNT, DiskSection.SNAPSHOT)
            .defaultsTo("3")
            .means("Snapshots of one disk.")),
    IPS(key("ips", KeyForm.SUBNETS, DiskSection.CLIENTS).means("Addresses of one group of clients."));

    private final KeyRow row;

    DiskKey(KeyRow row) {
        this.row = row;
    }

    @Override
    public KeyRow row() {
        return row;
    }

    static Section snapshots() {
        return DiskSection.SNAPSHOT;
    }

    static Section clients() {
        return DiskSection.CLIENTS;
    }

    static KeyTable table() {
        return new KeyTable(
                List.of(Section.GLOBAL, Section.VCENTER, DiskSection.SNAPSHOT, DiskSection.CLIENTS),
                Stream.<ConfigKey>concat(Stream.of(VcenterKey.values()), Stream.of(values()))
                        .toList(),
                new NodeReader());
    }

    private static final class DiskSection {
        static final Section SNAPSHOT = new Section("snapshot", "Snapshot");
        static final Section CLIENTS = new Section("clients", "Clients", true);
    }

    /// The program that reads the other sections of the file.
    private record NodeReader() implements OtherReaders {
        @Override
        public List<ForeignSection> sections() {
            return List.of(new ForeignSection("nodes", "Nodes", false, true));
        }

        @Override
        public boolean hasKey(Section section, String key) {
            return section.equals(Section.GLOBAL) && key.equals("node-deletion-paused");
        }
    }
}
