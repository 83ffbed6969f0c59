package dev.vspherecloud.testkit.csi.node;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The Node service of a driver, and the mounts that it has made on its Node. A [NodeAgent] makes the calls, in the
/// order of a kubelet.
///
/// Like the mounts on a real Node, [#staged] and [#published] outlive the agent: an agent that starts again reads them.
///
/// Threads: one at a time. Any thread may read [#staged] and [#published].
public interface NodePlugin {
    /// The name of the driver.
    String driver();

    /// `NodeGetInfo`.
    ///
    /// @return empty as long as the driver has no answer; the agent asks again
    Optional<NodeDescription> describe() throws NodeCallException;

    /// `NodeStageVolume`.
    ///
    /// @param publishContext of the attachment
    void stage(PodVolume volume, Map<String, String> publishContext) throws NodeCallException;

    /// `NodePublishVolume`.
    void publish(PublishedVolume volume) throws NodeCallException;

    /// `NodeUnpublishVolume`.
    void unpublish(PublishedVolume volume) throws NodeCallException;

    /// `NodeUnstageVolume`.
    void unstage(PodVolume volume) throws NodeCallException;

    /// The volumes that are staged.
    Set<PodVolume> staged();

    /// The volumes that are published.
    Set<PublishedVolume> published();
}
