package dev.vspherecloud.csi.cluster.node;

import dev.vspherecloud.csi.domain.node.ClusterAttachment;
import dev.vspherecloud.csi.domain.node.ClusterNode;
import dev.vspherecloud.csi.domain.node.ClusterObjects;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.watch.Reflector;
import dev.vspherecloud.reconcile.Sleeper;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// Watches the Nodes, CSINodes and VolumeAttachments of the cluster.
///
/// Threads: each of [#watches] has one caller, which ends it by an interrupt. Everything else may be called from
/// anywhere. The listeners are called by these threads and must return at once.
public final class KubeClusterObjects implements ClusterObjects {
    /// The name of the driver, in CSINodes and VolumeAttachments.
    static final String DRIVER = "csi.vsphere.vmware.com";

    private static final Duration MAX_PAUSE = Duration.ofSeconds(10);

    private final ClusterNodeStore nodes;
    private final CsiNodeStore csiNodes;
    private final VolumeAttachmentStore attachments;
    private final Reflector<?, ?> nodeWatch;
    private final Reflector<?, ?> csiNodeWatch;
    private final Reflector<?, ?> attachmentWatch;

    /// A watch that needs a thread.
    ///
    /// @param name names the watch in logs and metrics
    public record Watch(String name, Runnable work) {}

    /// Creates the object; it reads nothing yet.
    ///
    /// @param onNode       receives the name of each Node of which something has changed
    /// @param onAttachment receives the name of each VolumeAttachment that has changed
    public KubeClusterObjects(ApiServer server, Consumer<NodeName> onNode, Consumer<String> onAttachment) {
        this(server, onNode, onAttachment, Sleeper.system(), RandomGenerator.getDefault());
    }

    KubeClusterObjects(
            ApiServer server,
            Consumer<NodeName> onNode,
            Consumer<String> onAttachment,
            Sleeper pause,
            RandomGenerator random) {
        this.nodes = new ClusterNodeStore(onNode);
        this.csiNodes = new CsiNodeStore(onNode);
        this.attachments = new VolumeAttachmentStore(onAttachment);
        this.nodeWatch = new Reflector<>(server, nodes, MAX_PAUSE, pause, random);
        this.csiNodeWatch = new Reflector<>(server, csiNodes, MAX_PAUSE, pause, random);
        this.attachmentWatch = new Reflector<>(server, attachments, MAX_PAUSE, pause, random);
    }

    /// Returns the watches, each for a thread of its own.
    public List<Watch> watches() {
        return List.of(
                new Watch("nodes", nodeWatch),
                new Watch("csinodes", csiNodeWatch),
                new Watch("volumeattachments", attachmentWatch));
    }

    /// Reads everything once, in the thread of the caller.
    void list() {
        nodeWatch.list();
        csiNodeWatch.list();
        attachmentWatch.list();
    }

    @Override
    public List<ClusterNode> nodes() {
        return nodes.keys().stream().flatMap(name -> node(name).stream()).toList();
    }

    @Override
    public Optional<ClusterNode> node(NodeName name) {
        return nodes.find(name)
                .map(found -> found.node().with(csiNodes.find(name).flatMap(CsiNodeStore.Entry::registration)));
    }

    @Override
    public List<ClusterAttachment> attachments() {
        return attachments.keys().stream()
                .flatMap(name -> attachmentNamed(name).stream())
                .toList();
    }

    @Override
    public Optional<ClusterAttachment> attachment(String handle, String nodeName) {
        return attachmentNamed(attachmentName(handle, nodeName));
    }

    private Optional<ClusterAttachment> attachmentNamed(String name) {
        return attachments
                .find(name)
                .filter(VolumeAttachmentStore.Entry::isOurs)
                .map(VolumeAttachmentStore.Entry::attachment);
    }

    /// Takes over the answer to a write.
    void onAttachmentWritten(VolumeAttachmentStore.Entry written) {
        attachments.written(written);
    }

    /// Returns the name of the VolumeAttachment for a volume and a Node.
    ///
    /// Rule from: Kubernetes, pkg/volume/csi, GetAttachmentName.
    static String attachmentName(String handle, String nodeName) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest((handle + DRIVER + nodeName).getBytes(StandardCharsets.UTF_8));
            return "csi-" + HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public Optional<String> incompleteReason() {
        return Stream.of(
                        reason("Nodes", nodeWatch),
                        reason("CSINodes", csiNodeWatch),
                        reason("VolumeAttachments", attachmentWatch))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> reason(String kind, Reflector<?, ?> watch) {
        return watch.failure()
                .map(KubeException::getMessage)
                .map(problem -> "the %s cannot be read: %s".formatted(kind, problem))
                .or(() -> watch.isSynced()
                        ? Optional.empty()
                        : Optional.of("the %s are not read yet; the call is repeated".formatted(kind)));
    }
}
