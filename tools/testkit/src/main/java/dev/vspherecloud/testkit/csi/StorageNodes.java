package dev.vspherecloud.testkit.csi;

import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.csi.node.NodeAgent;
import dev.vspherecloud.testkit.csi.node.PodVolume;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Nodes with VMs, on which the driver is registered. They have no kubelets; calls to the driver attach their volumes.
///
/// @param names of the Nodes
/// @param ids   of the Nodes for the driver, in the same order
public record StorageNodes(List<String> names, List<String> ids) {
    private static final String ATTACHMENTS = "/apis/storage.k8s.io/v1/volumeattachments";
    private static final String FINALIZER = "external-attacher/csi-vsphere-vmware-com";

    public StorageNodes {
        names = List.copyOf(names);
        ids = List.copyOf(ids);
    }

    /// Creates VMs with their Nodes, whose names begin with that of the vCenter.
    public static StorageNodes create(KubeApiServer api, VcenterSite site, int count) {
        String prefix = site.name();
        site.addVms(prefix, 0, count);
        List<String> names =
                IntStream.range(0, count).mapToObj(n -> prefix + "-" + n).toList();
        List<String> ids =
                IntStream.range(0, count).mapToObj(n -> site.uuid(prefix, n, 1)).toList();
        api.objects()
                .createNodes(IntStream.range(0, count)
                        .mapToObj(n -> NodeAgent.nodeOf(names.get(n), ids.get(n)))
                        .toList());
        for (int n = 0; n < count; n++) {
            api.objects().create("/apis/storage.k8s.io/v1/csinodes", """
                    {"metadata": {"name": "%s"},
                     "spec": {"drivers": [{"name": "%s", "nodeID": "%s", "topologyKeys": []}]}}""".formatted(
                            names.get(n), DriverProcess.NAME, ids.get(n)));
        }
        return new StorageNodes(names, ids);
    }

    /// Returns the Node of each volume: the Nodes in turn.
    public Map<String, String> places(List<String> volumes) {
        var places = new LinkedHashMap<String, String>();
        for (int n = 0; n < volumes.size(); n++) {
            places.put(volumes.get(n), ids.get(n % ids.size()));
        }
        return places;
    }

    /// Creates the PersistentVolume of each volume.
    public void createVolumes(KubeApiServer api, List<String> volumes) {
        for (String handle : volumes) {
            api.objects().create("/api/v1/persistentvolumes", """
                    {"metadata": {"name": "%s"},
                     "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"],
                              "csi": {"driver": "%s", "volumeHandle": "%s"}}}""".formatted(
                            persistentVolume(handle), DriverProcess.NAME, handle));
        }
    }

    /// Does what kube-controller-manager does before csi-provisioner deletes a volume: its PersistentVolume is to go,
    /// and no claim has it any more.
    public void release(KubeApiServer api, String handle) {
        api.objects().patch(path(handle), "{\"spec\": {\"persistentVolumeReclaimPolicy\": \"Delete\"}}");
        setPhase(api, handle, "Released");
    }

    /// Does what kube-controller-manager does with a PersistentVolume that no claim has.
    public void makeAvailable(KubeApiServer api, String handle) {
        setPhase(api, handle, "Available");
    }

    private static void setPhase(KubeApiServer api, String handle, String phase) {
        api.objects().patch(path(handle) + "/status", "{\"status\": {\"phase\": \"%s\"}}".formatted(phase));
    }

    private static String path(String handle) {
        return "/api/v1/persistentvolumes/" + persistentVolume(handle);
    }

    private static String persistentVolume(String handle) {
        return "pv-" + handle;
    }

    /// Creates the VolumeAttachment of each volume to its Node, as the attach-detach controller and csi-attacher do
    /// before a volume is attached.
    public void createAttachments(KubeApiServer api, List<String> volumes) {
        for (int n = 0; n < volumes.size(); n++) {
            api.objects().create(ATTACHMENTS, """
                    {"metadata": {"name": "%s", "finalizers": ["%s"],
                                  "annotations": {"csi.alpha.kubernetes.io/node-id": "%s"}},
                     "spec": {"attacher": "%s", "nodeName": "%s",
                              "source": {"persistentVolumeName": "%s"}}}""".formatted(
                            attachment(volumes, n),
                            FINALIZER,
                            ids.get(n % ids.size()),
                            DriverProcess.NAME,
                            names.get(n % names.size()),
                            persistentVolume(volumes.get(n))));
        }
    }

    private String attachment(List<String> volumes, int n) {
        return new PodVolume(persistentVolume(volumes.get(n)), DriverProcess.NAME, volumes.get(n), false, false)
                .attachmentName(names.get(n % names.size()));
    }

    /// Does what csi-attacher and the attach-detach controller do between an attach and a detach: the
    /// VolumeAttachments say that the volumes are attached, and are being deleted.
    public void beginDetaching(KubeApiServer api, List<String> volumes) {
        for (int n = 0; n < volumes.size(); n++) {
            String path = ATTACHMENTS + "/" + attachment(volumes, n);
            api.objects().patch(path + "/status", "{\"status\": {\"attached\": true}}");
            api.objects().delete(path);
        }
    }

    /// Does what csi-attacher does after a detach: the VolumeAttachments are gone.
    public void endDetaching(KubeApiServer api, List<String> volumes) {
        for (int n = 0; n < volumes.size(); n++) {
            api.objects().patch(ATTACHMENTS + "/" + attachment(volumes, n), "{\"metadata\": {\"finalizers\": null}}");
        }
    }
}
