package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.csi.node.NodeAgent;
import dev.vspherecloud.testkit.volume.SimulatedDisk;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The steps in the life of claims and their Pods, each with its assertions. A scenario calls some of them in this
/// order.
///
/// Threads: one.
final class PodLife {
    private static final String RECORDS =
            "/apis/cns.vmware.com/v1alpha1/namespaces/" + DriverBed.NAMESPACE + "/cnsvolumeoperationrequests";

    private final PodBed bed;
    private final List<String> names = new ArrayList<>();
    private final Map<String, Set<String>> visited = new TreeMap<>();
    private final Set<String> disksBefore;

    PodLife(PodBed bed) {
        this.bed = bed;
        this.disksBefore = bed.volumes().disks().stream().map(SimulatedDisk::id).collect(Collectors.toSet());
    }

    /// Creates claims and, for each, a Pod of the same name.
    ///
    /// @param classes of the claims, in turn
    void create(String prefix, int count, List<String> classes) {
        List<String> created =
                IntStream.range(0, count).mapToObj(n -> prefix + "-" + n).toList();
        for (int n = 0; n < count; n++) {
            bed.createClaim(created.get(n), classes.get(n % classes.size()));
        }
        run(created);
    }

    /// Creates Pods for claims and waits until they run.
    private void run(List<String> claims) {
        claims.forEach(claim -> bed.createPod(claim, List.of()));
        bed.awaitRunning(claims);
        names.addAll(claims);
        claims.forEach(claim -> visited.put(claim, new TreeSet<>(List.of(bed.nodeOf(claim)))));
    }

    List<String> names() {
        return List.copyOf(names);
    }

    /// Each disk is on the VM of its Pod's Node and nowhere else, and the Node got the UUID of the disk.
    void everyDiskIsOnTheVmOfItsPod() {
        Map<String, String> vms = bed.vms();
        Map<String, SimulatedVolume> volumes =
                bed.volumes().list().stream().collect(Collectors.toMap(SimulatedVolume::id, each -> each));
        for (String name : names) {
            String handle = bed.handleOf(name);
            String node = bed.nodeOf(name);
            List<SimulatedVolume.Attachment> attachments =
                    Optional.ofNullable(volumes.get(handle)).orElseThrow().attachments();
            assertThat(attachments)
                    .as("%s on %s", name, node)
                    .extracting(SimulatedVolume.Attachment::vm)
                    .containsExactly(vms.get(node));
            assertThat(bed.plugin(node).publishContext(handle))
                    .as("%s on %s", name, node)
                    .hasValueSatisfying(context -> assertThat(context)
                            .containsEntry("type", "vSphere CNS Block Volume")
                            .containsEntry("diskUUID", guestForm(attachments.getFirst())));
        }
    }

    private static String guestForm(SimulatedVolume.Attachment attachment) {
        return attachment.diskUuid().toLowerCase(Locale.ROOT).replace("-", "");
    }

    /// Each volume that has a zone is on a datastore that the hosts of this zone mount, and its Pod runs in the zone.
    void everyVolumeIsInAZoneOfItsNode() {
        for (String name : names) {
            JsonNode volume = bed.volumeOf(name);
            String zone = bed.objects()
                    .node(bed.nodeOf(name))
                    .at("/metadata/labels")
                    .path(PodBed.ZONE)
                    .asText();
            assertThat(zone).isNotEmpty();
            assertThat(zones(volume)).as(volume.toString()).contains(zone);
            String datastore = bed.inCns(bed.handleOf(name)).datastoreUrl();
            assertThat(List.of(bed.url("datastore1"), bed.url(zone)))
                    .as("%s in %s", name, zone)
                    .contains(datastore);
        }
    }

    /// The zones in the node affinity of a PersistentVolume.
    private static Set<String> zones(JsonNode volume) {
        var zones = new TreeSet<String>();
        for (JsonNode term : volume.at("/spec/nodeAffinity/required/nodeSelectorTerms")) {
            term.path("matchExpressions")
                    .valueStream()
                    .filter(each -> each.path("key").asText().equals(PodBed.ZONE))
                    .forEach(each -> each.path("values").forEach(value -> zones.add(value.asText())));
        }
        return zones;
    }

    /// Deletes Pods and creates them again, so that each runs on a Node where it did not run before. A Pod whose volume
    /// is not accessible from such a Node stays.
    ///
    /// @return the number of Pods that moved
    int move() {
        List<String> movable =
                names.stream().filter(name -> !candidates(name).isEmpty()).toList();
        bed.delete(PodBed.PODS, movable);
        movable.forEach(name -> bed.createPod(name, List.copyOf(visited.getOrDefault(name, Set.of()))));
        bed.awaitRunning(movable);
        for (String name : movable) {
            assertThat(visited.getOrDefault(name, Set.of()).add(bed.nodeOf(name)))
                    .as(name)
                    .isTrue();
        }
        return movable.size();
    }

    /// The Nodes where a Pod can run and did not run before.
    private Set<String> candidates(String name) {
        Set<String> zones = zones(bed.volumeOf(name));
        return bed.agents().stream()
                .map(NodeAgent::name)
                .filter(node -> !visited.getOrDefault(name, Set.of()).contains(node))
                .filter(node -> zones.isEmpty()
                        || zones.contains(bed.objects()
                                .node(node)
                                .at("/metadata/labels")
                                .path(PodBed.ZONE)
                                .asText()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// Takes a snapshot of each of these claims.
    ///
    /// @return the names of the snapshots
    List<String> snapshot(List<String> claims) {
        claims.forEach(claim -> bed.createSnapshot("snapshot-of-" + claim, claim));
        List<String> snapshots =
                claims.stream().map(claim -> "snapshot-of-" + claim).toList();
        bed.awaitReady(snapshots);
        for (String claim : claims) {
            String handle = bed.handleOf(claim);
            assertThat(bed.inCns(handle).snapshots())
                    .extracting(snapshot -> handle + "+" + snapshot.id())
                    .containsExactly(snapshotHandle("snapshot-of-" + claim));
        }
        return snapshots;
    }

    private String snapshotHandle(String snapshot) {
        String content = bed.objects()
                .get(PodBed.SNAPSHOTS + "/" + snapshot)
                .at("/status/boundVolumeSnapshotContentName")
                .asText();
        return bed.objects()
                .get(PodBed.CONTENTS + "/" + content)
                .at("/status/snapshotHandle")
                .asText();
    }

    /// Restores each snapshot twice, once into a larger volume, and runs Pods with the restored volumes.
    void restore(List<String> snapshots, String storageClass) {
        var claims = new ArrayList<String>();
        for (String snapshot : snapshots) {
            bed.createClaim("same-" + snapshot, storageClass, "1Gi", PodBed.fromSnapshot(snapshot));
            bed.createClaim("larger-" + snapshot, storageClass, "2Gi", PodBed.fromSnapshot(snapshot));
            claims.addAll(List.of("same-" + snapshot, "larger-" + snapshot));
        }
        run(claims);
        for (String claim : claims) {
            assertThat(bed.inCns(bed.handleOf(claim)).capacityMb())
                    .as(claim)
                    .isEqualTo(claim.startsWith("same") ? 1024 : 2048);
        }
    }

    /// Clones claims, whose Pods run, and runs Pods with the clones. No snapshot of a clone is left.
    void cloneOf(List<String> claims, String storageClass) {
        List<String> clones = claims.stream().map(claim -> "clone-of-" + claim).toList();
        Map<String, Integer> before = claims.stream()
                .collect(Collectors.toMap(
                        claim -> claim,
                        claim -> bed.inCns(bed.handleOf(claim)).snapshots().size()));
        claims.forEach(claim -> bed.createClaim("clone-of-" + claim, storageClass, "1Gi", PodBed.fromClaim(claim)));
        run(clones);
        assertThat(clones.stream().map(bed::handleOf)).doesNotHaveDuplicates();
        for (String claim : claims) {
            assertThat(bed.inCns(bed.handleOf(claim)).snapshots()).as(claim).hasSize(before.getOrDefault(claim, 0));
        }
    }

    /// Deletes all Pods, snapshots and claims, and waits until their objects are gone.
    void delete() {
        List<String> snapshots =
                bed.items(PodBed.SNAPSHOTS).stream().map(PodBed::name).toList();
        bed.delete(PodBed.PODS, names);
        bed.delete(PodBed.SNAPSHOTS, snapshots);
        bed.objects()
                .await(PodBed.CONTENTS, PodBed.LIMIT, list -> list.path("items").isEmpty());
        bed.delete(PodBed.CLAIMS, names);
        for (String path : List.of(PodBed.VOLUMES, PodBed.ATTACHMENTS)) {
            bed.objects().await(path, PodBed.LIMIT, list -> list.path("items").isEmpty());
        }
    }

    /// Neither vCenter nor the cluster has anything left of what the steps created.
    void nothingIsLeft() {
        assertThat(bed.volumes().list()).isEmpty();
        assertThat(bed.volumes().disks())
                .extracting(SimulatedDisk::id)
                .containsExactlyInAnyOrderElementsOf(disksBefore);
        for (NodeAgent agent : bed.agents()) {
            assertThat(agent.plugin().staged()).as(agent.name()).isEmpty();
            JsonNode node = bed.objects().node(agent.name());
            assertThat(node.at("/status/volumesInUse")).as(agent.name()).isEmpty();
            assertThat(node.at("/status/volumesAttached")).as(agent.name()).isEmpty();
        }
        assertThat(bed.items(RECORDS)).allSatisfy(record -> assertThat(record.at("/status/latestOperationDetails"))
                .as(record.toString())
                .isNotEmpty()
                .allSatisfy(attempt ->
                        assertThat(attempt.path("taskStatus").asText()).isNotEqualTo("InProgress")));
        assertThat(bed.driver().program().isAlive()).isTrue();
    }

    /// Every n-th name, from the first one.
    List<String> every(int n) {
        return IntStream.range(0, names.size())
                .filter(index -> index % n == 0)
                .mapToObj(names::get)
                .toList();
    }
}
