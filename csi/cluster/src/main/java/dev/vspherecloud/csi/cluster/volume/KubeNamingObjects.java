package dev.vspherecloud.csi.cluster.volume;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.call.ObjectCalls;
import dev.vspherecloud.csi.domain.deletion.NamingObject;
import dev.vspherecloud.csi.domain.deletion.NamingObjects;
import dev.vspherecloud.csi.domain.metadata.VolumeForm;
import dev.vspherecloud.csi.domain.node.DiskPath;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/// Finds the objects that name volumes or snapshots, before these are destroyed. Each search lists the kinds from the
/// API server without a resourceVersion, which is a consistent read: a watch may lag behind by seconds, and nothing
/// says by how many.
///
/// Rule from: Kubernetes API concepts, "Semantics for get and list": without a resourceVersion, the list is at least as
/// new as the newest write.
///
/// Threads: may be used from anywhere.
public final class KubeNamingObjects {
    private static final String DRIVER = "csi.vsphere.vmware.com";
    private static final String VOLUMES = "/api/v1/persistentvolumes";
    private static final String ATTACHMENTS = "/apis/storage.k8s.io/v1/volumeattachments";
    private static final String CONTENTS = "/apis/snapshot.storage.k8s.io/v1/volumesnapshotcontents";
    private static final String DELETE = "Delete";

    /// @param handle the volume handle, which may be the path of a disk; for a volume of the in-tree driver that path
    private record Volume(String handle, NamingObject.PersistentVolume object) {
        static Optional<Volume> of(Json json) {
            String path = json.find("spec", "vsphereVolume", "volumePath").asText();
            boolean isOurs = json.find("spec", "csi", "driver").asText().equals(DRIVER);
            if (!isOurs && path.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(new Volume(
                    isOurs ? json.find("spec", "csi", "volumeHandle").asText() : path,
                    new NamingObject.PersistentVolume(
                            json.find("metadata", "name").asText(),
                            json.find("metadata", "uid").asText(),
                            json.find("status", "phase").asText(),
                            !json.find("spec", "persistentVolumeReclaimPolicy")
                                    .asText()
                                    .equals(DELETE))));
        }
    }

    private static final ObjectReader<Optional<Volume>> VOLUME = new ObjectReader<>(
            JsonFields.of(
                    "metadata.name",
                    "metadata.uid",
                    "spec.csi.driver",
                    "spec.csi.volumeHandle",
                    "spec.vsphereVolume.volumePath",
                    "spec.persistentVolumeReclaimPolicy",
                    "status.phase"),
            Volume::of);

    /// @param volume the name of the PersistentVolume; empty if the volume is written into a Pod
    /// @param handle the handle in that case
    private record Attachment(String volume, String handle, NamingObject.Attachment object) {
        static Attachment of(Json json) {
            return new Attachment(
                    json.find("spec", "source", "persistentVolumeName").asText(),
                    json.find("spec", "source", "inlineVolumeSpec", "csi", "volumeHandle")
                            .asText(),
                    new NamingObject.Attachment(
                            json.find("metadata", "name").asText(),
                            json.find("spec", "nodeName").asText()));
        }
    }

    private static final ObjectReader<Attachment> ATTACHMENT = new ObjectReader<>(
            JsonFields.of(
                    "metadata.name",
                    "spec.nodeName",
                    "spec.source.persistentVolumeName",
                    "spec.source.inlineVolumeSpec.csi.volumeHandle"),
            Attachment::of);

    /// @param handle the handle of the snapshot, lower case; empty if the snapshot does not exist yet
    private record Content(String handle, NamingObject.SnapshotContent object) {
        static Content of(Json json) {
            String known = json.find("status", "snapshotHandle").asText();
            String handle = known.isEmpty()
                    ? json.find("spec", "source", "snapshotHandle").asText()
                    : known;
            return new Content(
                    json.find("spec", "driver").asText().equals(DRIVER) ? lower(handle) : "",
                    new NamingObject.SnapshotContent(
                            json.find("metadata", "name").asText(),
                            json.has("metadata", "deletionTimestamp"),
                            !json.find("spec", "deletionPolicy").asText().equals(DELETE)));
        }
    }

    private static final ObjectReader<Content> CONTENT = new ObjectReader<>(
            JsonFields.of(
                    "metadata.name",
                    "metadata.deletionTimestamp",
                    "spec.driver",
                    "spec.deletionPolicy",
                    "spec.source.snapshotHandle",
                    "status.snapshotHandle"),
            Content::of);

    private final ApiServer server;
    private final LongSupplier nanoTime;
    private final KubeVolumeMigrations migrations;

    public KubeNamingObjects(ApiServer server, LongSupplier nanoTime) {
        this.server = server;
        this.nanoTime = nanoTime;
        this.migrations = new KubeVolumeMigrations(server, nanoTime);
    }

    /// Finds the PersistentVolumes with one of these volumes, their VolumeAttachments, and the VolumeSnapshotContents
    /// with a snapshot of one.
    ///
    /// @param ids    the ids in CNS
    /// @param budget how long all requests together may take
    /// @return a value for each id
    public Map<String, NamingObjects> ofVolumes(Set<String> ids, Duration budget) {
        long begun = nanoTime.getAsLong();
        var found = new Found(ids);
        ObjectCalls calls = ObjectCalls.begin(server, nanoTime, budget);
        Optional<String> problem = problem(
                        calls.<Optional<Volume>, Found>list(VOLUMES, VOLUME, found::begin, Found::onVolume)
                                .ofBuiltInKind())
                .or(() -> problem(calls.<Attachment, Found>list(
                                ATTACHMENTS, ATTACHMENT, found::beginAttachments, Found::onAttachment)
                        .ofBuiltInKind()))
                .or(() -> found.hasPaths()
                        ? problem(migrations
                                .all(budget.minusNanos(nanoTime.getAsLong() - begun))
                                .map(found::onMigrations))
                        : Optional.empty())
                .or(() ->
                        problem(calls.<Content, Found>list(CONTENTS, CONTENT, found::beginContents, Found::onContent)));
        return found.result(problem);
    }

    /// Finds the VolumeSnapshotContents with one of these snapshots.
    ///
    /// @param handles the handles, as in `<volume>+<snapshot>`
    /// @param budget  how long all requests together may take
    /// @return a value for each handle
    public Map<String, NamingObjects> ofSnapshots(Set<String> handles, Duration budget) {
        var found = new Found(handles);
        Optional<String> problem = problem(ObjectCalls.begin(server, nanoTime, budget)
                .<Content, Found>list(CONTENTS, CONTENT, found::beginContents, Found::onSnapshot));
        return found.result(problem);
    }

    private static Optional<String> problem(ListResult<?> result) {
        return result instanceof ListResult.Failed<?>(String problem) ? Optional.of(problem) : Optional.empty();
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    /// What one search has found. A list that begins again replaces what its first pages contained.
    ///
    /// Threads: one.
    private static final class Found {
        /// The names that were asked for, by their form in lower case.
        private final Map<String, String> asked = new HashMap<>();

        private final List<Volume> volumes = new ArrayList<>();
        private final List<Attachment> attachments = new ArrayList<>();

        /// The contents, by the key of what they name.
        private final Map<String, List<NamingObject>> contents = new HashMap<>();

        private Map<String, ? extends Collection<String>> idsByPath = Map.of();

        Found(Collection<String> names) {
            names.forEach(name -> asked.put(lower(name), name));
        }

        Found begin() {
            volumes.clear();
            return this;
        }

        /// Keeps the volumes that are asked for, and those of which only the path of their disk is known.
        void onVolume(Optional<Volume> found) {
            found.filter(volume -> isPath(volume.handle()) || asked.containsKey(lower(volume.handle())))
                    .ifPresent(volumes::add);
        }

        private static boolean isPath(String handle) {
            return VolumeForm.of(handle) == VolumeForm.IN_TREE;
        }

        Found beginAttachments() {
            attachments.clear();
            return this;
        }

        void onAttachment(Attachment attachment) {
            boolean isOfVolume =
                    volumes.stream().anyMatch(volume -> volume.object().name().equals(attachment.volume()));
            if (isOfVolume || isPath(attachment.handle()) || asked.containsKey(lower(attachment.handle()))) {
                attachments.add(attachment);
            }
        }

        boolean hasPaths() {
            return volumes.stream().anyMatch(volume -> isPath(volume.handle()))
                    || attachments.stream().anyMatch(attachment -> isPath(attachment.handle()));
        }

        Found onMigrations(Map<String, ? extends Collection<String>> ids) {
            idsByPath = ids;
            return this;
        }

        Found beginContents() {
            contents.clear();
            return this;
        }

        void onContent(Content content) {
            int end = content.handle().indexOf('+');
            add(end < 0 ? "" : content.handle().substring(0, end), content);
        }

        void onSnapshot(Content content) {
            add(content.handle(), content);
        }

        private void add(String key, Content content) {
            if (asked.containsKey(key)) {
                contents.computeIfAbsent(key, _ -> new ArrayList<>()).add(content.object());
            }
        }

        Map<String, NamingObjects> result(Optional<String> problem) {
            var result = new HashMap<String, NamingObjects>();
            asked.forEach((key, name) -> result.put(
                    name,
                    problem.<NamingObjects>map(NamingObjects.Unknown::new)
                            .orElseGet(() -> new NamingObjects.Complete(objects(key)))));
            return result;
        }

        private List<NamingObject> objects(String key) {
            var objects = new ArrayList<NamingObject>();
            var names = new HashSet<String>();
            volumes.stream().filter(volume -> isOf(volume.handle(), key)).forEach(volume -> {
                objects.add(volume.object());
                names.add(volume.object().name());
            });
            attachments.stream()
                    .filter(each -> names.contains(each.volume()) || isOf(each.handle(), key))
                    .forEach(each -> objects.add(each.object()));
            objects.addAll(contents.getOrDefault(key, List.of()));
            return objects;
        }

        private boolean isOf(String handle, String key) {
            return isPath(handle)
                    ? Optional.<Collection<String>>ofNullable(idsByPath.get(DiskPath.canonical(handle)))
                            .filter(ids -> ids.stream().anyMatch(id -> lower(id).equals(key)))
                            .isPresent()
                    : lower(handle).equals(key);
        }
    }
}
