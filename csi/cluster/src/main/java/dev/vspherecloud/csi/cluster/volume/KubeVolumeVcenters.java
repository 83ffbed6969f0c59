package dev.vspherecloud.csi.cluster.volume;

import dev.vspherecloud.csi.cluster.call.CallResult;
import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.call.ObjectCalls;
import dev.vspherecloud.csi.cluster.call.ObjectName;
import dev.vspherecloud.csi.cluster.call.RecordDefinitionResult;
import dev.vspherecloud.csi.cluster.call.RemovalResult;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;

/// The records `CNSVolumeInfo`, each of which names the vCenter of a volume. They exist only if the driver has more
/// than one vCenter.
///
/// Rule from: csi 3.1 step 8; vsphere-csi-driver, pkg/internalapis/cnsvolumeinfo.
///
/// Threads: may be used from anywhere.
public final class KubeVolumeVcenters {
    private static final String API_VERSION = "cns.vmware.com/v1alpha1";
    private static final String DEFINITION = "cnsvolumeinfoes.cns.vmware.com";
    private static final String FILE = "cnsvolumeinfoes.json";

    /// @param volumeId empty if the record does not have it
    private record Row(String volumeId, String vcenter) {
        static Row of(Json object) {
            return new Row(
                    object.find("spec", "volumeID").asText(),
                    object.find("spec", "vCenterServer").asText());
        }
    }

    private static final ObjectReader<Row> READER =
            new ObjectReader<>(JsonFields.of("spec.volumeID", "spec.vCenterServer"), Row::of);

    private final ApiServer server;
    private final LongSupplier nanoTime;
    private final String namespace;
    private final String collection;

    /// Creates the adapter.
    ///
    /// @param namespace the namespace of the driver
    public KubeVolumeVcenters(ApiServer server, LongSupplier nanoTime, String namespace) {
        this.server = server;
        this.nanoTime = nanoTime;
        this.namespace = namespace;
        this.collection = ApiCall.path("/apis/" + API_VERSION + "/namespaces", namespace, "cnsvolumeinfoes");
    }

    /// Returns the name of the record of a volume. A name has no colon, and the id of a file volume has one.
    private static String nameOf(String volumeId) {
        return volumeId.replace(':', '-');
    }

    /// Reads the record of a volume. If the definition of the records does not exist, there is none.
    ///
    /// @param budget how long the request may take
    public VolumeVcenterResult read(String volumeId, Duration budget) {
        return ObjectName.isValid(nameOf(volumeId))
                ? read(volumeId, ObjectCalls.begin(server, nanoTime, budget))
                : new VolumeVcenterResult.Absent();
    }

    private VolumeVcenterResult read(String volumeId, ObjectCalls calls) {
        return switch (calls.send(ApiCall.get(ApiCall.path(collection, nameOf(volumeId))))) {
            case CallResult.Done(Json object) -> vcenter(volumeId, Row.of(object));
            case CallResult.ObjectMissing _, CallResult.KindUnknown _ -> new VolumeVcenterResult.Absent();
            case CallResult.NotDone failed -> unknown(failed);
        };
    }

    private static VolumeVcenterResult vcenter(String volumeId, Row row) {
        return row.volumeId().equals(volumeId) && !row.vcenter().isEmpty()
                ? new VolumeVcenterResult.Found(row.vcenter())
                : new VolumeVcenterResult.Unknown(
                        "CNSVolumeInfo %s: found volumeID \"%s\" and vCenterServer \"%s\", expected the volume %s and its vCenter; correct the record"
                                .formatted(nameOf(volumeId), row.volumeId(), row.vcenter(), volumeId));
    }

    private static VolumeVcenterResult unknown(CallResult.NotDone failed) {
        return new VolumeVcenterResult.Unknown(
                failed instanceof CallResult.KindUnknown
                        ? failed.problem()
                                + ": the definition %s is missing; restart the driver, which creates it"
                                        .formatted(DEFINITION)
                        : failed.problem());
    }

    /// Records the vCenter of a volume. If there is a record, or if no answer arrives, the record is read.
    ///
    /// @param budget how long the requests may take together
    /// @return [VolumeVcenterResult.Found] with the vCenter that the record names, which may be another one; never
    ///     [VolumeVcenterResult.Absent]
    public VolumeVcenterResult create(String volumeId, String vcenter, Duration budget) {
        if (!ObjectName.isValid(nameOf(volumeId))) {
            return new VolumeVcenterResult.Unknown(
                    "found the volume id \"%s\", expected lower case letters, digits, '-', '.' and ':'; no record can have its name"
                            .formatted(volumeId));
        }
        ObjectCalls calls = ObjectCalls.begin(server, nanoTime, budget);
        return switch (calls.send(
                ApiCall.post(collection, created(volumeId, vcenter).toString()))) {
            case CallResult.Done _ -> new VolumeVcenterResult.Found(vcenter);
            case CallResult.Conflict conflict -> orUnknown(read(volumeId, calls), conflict);
            case CallResult.Unanswered unanswered -> orUnknown(read(volumeId, calls), unanswered);
            case CallResult.NotDone failed -> unknown(failed);
        };
    }

    private static VolumeVcenterResult orUnknown(VolumeVcenterResult read, CallResult.NotDone failed) {
        return read instanceof VolumeVcenterResult.Absent ? unknown(failed) : read;
    }

    private Json created(String volumeId, String vcenter) {
        return Json.object()
                .with("apiVersion", API_VERSION)
                .with("kind", "CNSVolumeInfo")
                .with("metadata", Json.object().with("name", nameOf(volumeId)).with("namespace", namespace))
                .with("spec", Json.object().with("volumeID", volumeId).with("vCenterServer", vcenter));
    }

    /// Deletes the record of a volume.
    ///
    /// @param budget how long the request may take
    public RemovalResult delete(String volumeId, Duration budget) {
        return ObjectName.isValid(nameOf(volumeId))
                ? ObjectCalls.begin(server, nanoTime, budget).delete(ApiCall.path(collection, nameOf(volumeId)))
                : new RemovalResult.Removed();
    }

    /// Reads all records. Records without a volume or a vCenter are left out.
    ///
    /// @param budget how long all requests together may take
    /// @return the vCenter of each volume by its id
    public ListResult<Map<String, String>> list(Duration budget) {
        return ObjectCalls.begin(server, nanoTime, budget).list(collection, READER, HashMap::new, (vcenters, row) -> {
            if (!row.volumeId().isEmpty() && !row.vcenter().isEmpty()) {
                vcenters.put(row.volumeId(), row.vcenter());
            }
        });
    }

    /// Creates the definition of the records if it does not exist.
    ///
    /// @param budget how long the requests may take together
    public RecordDefinitionResult ensureDefinition(Duration budget) {
        return ObjectCalls.begin(server, nanoTime, budget).ensureDefinition(DEFINITION, definition());
    }

    /// Returns the definition of the records, as JSON.
    static String definition() {
        try (InputStream file = Objects.requireNonNull(KubeVolumeVcenters.class.getResourceAsStream(FILE), FILE)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
