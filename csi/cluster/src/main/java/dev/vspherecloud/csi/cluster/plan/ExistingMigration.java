package dev.vspherecloud.csi.cluster.plan;

import dev.vspherecloud.csi.domain.node.DiskPath;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;

/// A CnsVSphereVolumeMigration, which names the volume of a disk of the in-tree driver.
///
/// @param path the path of the disk in its usual form, see [DiskPath#canonical]; empty if the record has
///             none
public record ExistingMigration(String name, String path) {
    static final ObjectReader<ExistingMigration> READER =
            new ObjectReader<>(JsonFields.of("metadata.name", "spec.volumepath"), ExistingMigration::read);

    private static ExistingMigration read(Json record) {
        return new ExistingMigration(
                record.find("metadata", "name").asText(),
                DiskPath.canonical(record.find("spec", "volumepath").asText()));
    }
}
