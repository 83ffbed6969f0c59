package dev.vspherecloud.csi.cluster.node;

import dev.vspherecloud.csi.domain.node.AttachAttempt;
import dev.vspherecloud.csi.domain.node.ClusterAttachment;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import dev.vspherecloud.kubernetes.watch.ObjectStore;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Keeps the VolumeAttachments, by name. Those of other drivers are kept without their contents.
final class VolumeAttachmentStore extends ObjectStore<String, VolumeAttachmentStore.Entry> {
    static final String PATH = "/apis/storage.k8s.io/v1/volumeattachments";

    /// The annotation in which csi-attacher records the id of the Node.
    ///
    /// Rule from: external-attacher, pkg/controller, vaNodeIDAnnotation.
    private static final String NODE_ID = "csi.alpha.kubernetes.io/node-id";

    /// The keys of the annotations that are read.
    private static final Set<String> ANNOTATIONS = Stream.concat(
                    RecordedVm.KEYS.stream(), Stream.of(NODE_ID, AttachAttempt.ANNOTATION))
            .collect(Collectors.toSet());

    /// The maximum length of an annotation that is kept.
    private static final int MAX_ANNOTATION = 512;

    static final ObjectReader<Entry> READER = new ObjectReader<>(
            JsonFields.of(
                            "metadata.name",
                            "metadata.uid",
                            "metadata.resourceVersion",
                            "metadata.deletionTimestamp",
                            "spec.attacher",
                            "spec.nodeName",
                            "spec.source.persistentVolumeName",
                            "status.attached")
                    .and(JsonFields.at(JsonFields.texts(ANNOTATIONS, MAX_ANNOTATION), "metadata", "annotations")),
            VolumeAttachmentStore::read);

    /// A VolumeAttachment, and whether it is one of this driver.
    record Entry(boolean isOurs, ClusterAttachment attachment) {}

    VolumeAttachmentStore(Consumer<String> listener) {
        super(listener);
    }

    static Entry read(Json object) {
        Map<String, String> annotations = object.texts("metadata", "annotations");
        return new Entry(
                object.text("spec", "attacher").equals(KubeClusterObjects.DRIVER),
                new ClusterAttachment(
                        ObjectKeys.required(object, "VolumeAttachment"),
                        object.text("metadata", "uid"),
                        object.text("metadata", "resourceVersion"),
                        object.text("spec", "source", "persistentVolumeName"),
                        object.text("spec", "nodeName"),
                        annotations.getOrDefault(NODE_ID, "").toLowerCase(Locale.ROOT),
                        object.find("status", "attached").asFlag(),
                        object.has("metadata", "deletionTimestamp"),
                        RecordedVm.from(annotations),
                        annotations.getOrDefault(AttachAttempt.ANNOTATION, "")));
    }

    @Override
    public String name() {
        return "VolumeAttachments";
    }

    @Override
    public String stalenessText() {
        return "volumes are not listed, and the VolumeAttachments that were read last stay known";
    }

    @Override
    public boolean isRequired() {
        return true;
    }

    @Override
    public String path() {
        return PATH;
    }

    @Override
    public ObjectReader<Entry> reader() {
        return READER;
    }

    @Override
    public String key(Entry entry) {
        return entry.attachment().name();
    }

    @Override
    protected String uid(Entry entry) {
        return entry.attachment().uid();
    }

    @Override
    protected String resourceVersion(Entry entry) {
        return entry.attachment().resourceVersion();
    }

    /// The version counts: a write needs the newest one.
    @Override
    protected boolean isEquivalent(Entry known, Entry later) {
        return known.equals(later);
    }
}
