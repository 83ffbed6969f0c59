package dev.vspherecloud.csi.cluster.volume;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.call.RecordDefinitionResult;
import dev.vspherecloud.csi.cluster.call.RemovalResult;
import dev.vspherecloud.csi.cluster.volume.VolumeRecords.Kind;
import dev.vspherecloud.csi.cluster.volume.VolumeRecords.Row;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/// The records `CNSVolumeInfo`, each of which names the vCenter of a volume. They exist only if the driver has more
/// than one vCenter.
///
/// Rule from: csi 3.1 step 8; vsphere-csi-driver, pkg/internalapis/cnsvolumeinfo.
///
/// Threads: may be used from anywhere.
public final class KubeVolumeVcenters {
    private static final Kind KIND =
            new Kind("CNSVolumeInfo", "cnsvolumeinfoes", "volumeID", "vCenterServer", "vCenter");

    private static final ObjectReader<Row> READER = new ObjectReader<>(
            JsonFields.of("spec.volumeID", "spec.vCenterServer"),
            object -> new Row(
                    object.find("spec", "volumeID").asText(),
                    object.find("spec", "vCenterServer").asText()));

    private final VolumeRecords records;

    /// Creates the adapter.
    ///
    /// @param namespace the namespace of the driver
    public KubeVolumeVcenters(ApiServer server, LongSupplier nanoTime, String namespace) {
        this.records = new VolumeRecords(server, nanoTime, KIND, READER, namespace);
    }

    /// Reads the vCenter of a volume. If the definition of the records does not exist, there is no record.
    ///
    /// @param budget how long the request may take
    public VolumeRecordResult read(String volumeId, Duration budget) {
        return records.read(volumeId, budget);
    }

    /// Records the vCenter of a volume. If there is a record, or if no answer arrives, the record is read.
    ///
    /// @param budget how long the requests may take together
    /// @return [VolumeRecordResult.Found] with the vCenter that the record names, which may be another one; never
    ///     [VolumeRecordResult.Absent]
    public VolumeRecordResult create(String volumeId, String vcenter, Duration budget) {
        return records.create(volumeId, vcenter, budget);
    }

    /// Deletes the record of a volume.
    ///
    /// @param budget how long the request may take
    public RemovalResult delete(String volumeId, Duration budget) {
        return records.delete(volumeId, budget);
    }

    /// Reads all records. Records without a volume or a vCenter are left out.
    ///
    /// @param budget how long all requests together may take
    /// @return the vCenter of each volume by its id
    public ListResult<Map<String, String>> list(Duration budget) {
        return records.list(
                HashMap::new,
                (vcenters, row) -> {
                    if (!row.volumeId().isEmpty() && !row.value().isEmpty()) {
                        vcenters.put(row.volumeId(), row.value());
                    }
                },
                budget);
    }

    /// Creates the definition of the records if it does not exist.
    ///
    /// @param budget how long the requests may take together
    public RecordDefinitionResult ensureDefinition(Duration budget) {
        return records.ensureDefinition(budget);
    }
}
