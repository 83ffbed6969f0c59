package dev.vspherecloud.csi.application.scenario.handover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.csi.application.scenario.DriverBed;
import dev.vspherecloud.csi.application.scenario.handover.HandoverWork.Operation;
import dev.vspherecloud.csi.cns.CnsClient;
import dev.vspherecloud.csi.cns.CnsContainerCluster;
import dev.vspherecloud.csi.cns.CnsCreateSpec;
import dev.vspherecloud.csi.cns.CnsSnapshotId;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.cns.CnsVolumeMetadata;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.servers.Deadline;
import dev.vspherecloud.testkit.servers.KubeObjects;
import dev.vspherecloud.testkit.servers.SimulatedVcenter;
import dev.vspherecloud.testkit.servers.SimulatedVm;
import dev.vspherecloud.testkit.volume.VolumeTask;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.Timeouts;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Answers requests as vsphere-csi-driver (Go) does after another driver was killed: it reads the records, waits for
/// tasks or calls CNS, and writes the records.
///
/// From vCenter 9.1 on it answers a volume that exists already with a delete and a second create.
///
/// Threads: one.
final class GoSuccessor implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Duration PAUSE = Duration.ofMillis(100);

    /// How often a request is repeated after a failure. A sidecar repeats it for ever.
    private static final int MAX_FAILURES = 3;

    private static final String ALREADY_EXISTS = "CnsVolumeAlreadyExistsFault";

    /// What says that the work is done already.
    private static final Map<Operation, Set<String>> DONE_BEFORE = Map.of(
            Operation.DELETE, Set.of("NotFound", "CnsVolumeNotFoundFault"),
            Operation.DELETE_SNAPSHOT, Set.of("NotFound", "CnsSnapshotNotFoundFault"),
            Operation.ATTACH, Set.of("ResourceInUse"),
            Operation.DETACH, Set.of("NotFound"));

    private final KubeObjects objects;
    private final SimulatedVcenter vcenter;
    private final VcenterClient client;
    private final CnsClient cns;
    private final boolean choosesIds;
    private final Map<String, MoRef> machines;
    private final Map<HandoverWork, String> results = new HashMap<>();
    private final Map<HandoverWork, Integer> failures = new HashMap<>();
    private final Map<String, Integer> counts = new TreeMap<>();

    /// Logs in to the vCenter, without its proxy.
    GoSuccessor(KubeObjects objects, SimulatedVcenter vcenter) {
        this.objects = objects;
        this.vcenter = vcenter;
        this.client = new VcenterClient(
                new VcenterEndpoint("go", vcenter.host(), vcenter.port(), new TlsTrust.Insecure(), Optional.empty()),
                Timeouts.standard(),
                "vsphere-csi-driver",
                VcenterObserver.NONE,
                VcenterClient.SessionTypes.VIM25_AND_VSAN);
        this.cns = new CnsClient(client.login(new Credentials(vcenter.username(), new Secret(vcenter.password()))));
        this.choosesIds = cns.release().acceptsChosenId();
        this.machines = vcenter.vms().stream()
                .collect(Collectors.toMap(SimulatedVm::uuid, vm -> new MoRef("VirtualMachine", vm.ref())));
    }

    /// Answers all requests at the same time, until each has succeeded or failed several times.
    ///
    /// @return the ids of the volumes and snapshots of the requests that have succeeded
    Map<HandoverWork, String> finish(List<HandoverWork> all) {
        var open = new LinkedHashMap<HandoverWork, String>();
        all.forEach(work -> begin(work).ifPresent(task -> open.put(work, task)));
        Deadline deadline = Deadline.in(LIMIT);
        while (!open.isEmpty()) {
            if (deadline.isOver()) {
                throw new AssertionError("vsphere-csi-driver (Go) waits for ever for the tasks " + open);
            }
            Map<String, VolumeTask> tasks = tasks();
            for (Map.Entry<HandoverWork, String> entry : List.copyOf(open.entrySet())) {
                Optional.ofNullable(tasks.get(entry.getValue()))
                        .filter(task ->
                                task.state().equals("success") || task.state().equals("error"))
                        .ifPresent(task -> {
                            open.remove(entry.getKey());
                            ended(entry.getKey(), task).ifPresent(next -> open.put(entry.getKey(), next));
                        });
            }
            boolean _ = Deadline.in(PAUSE).await(PAUSE, () -> false);
        }
        return Map.copyOf(results);
    }

    /// Returns how often it did what, for a report.
    Map<String, Integer> counts() {
        return Map.copyOf(counts);
    }

    private void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    private Map<String, VolumeTask> tasks() {
        return vcenter.volumes().tasks().stream().collect(Collectors.toMap(VolumeTask::ref, Function.identity()));
    }

    /// @return the task to wait for; empty if the request has succeeded
    private Optional<String> begin(HandoverWork work) {
        GoStep step = GoStep.of(work, work.operation().isRecorded() ? status(work) : Optional.empty(), choosesIds);
        return switch (step) {
            case GoStep.Return(String id) -> {
                count("returned");
                results.put(work, id);
                yield Optional.empty();
            }
            case GoStep.Await(String task) -> {
                count("awaited");
                yield Optional.of(task);
            }
            case GoStep.Send _ -> {
                count("sent");
                yield Optional.of(send(work));
            }
        };
    }

    private String send(HandoverWork work) {
        if (work.operation().makesSomething()) {
            store(work, "", "InProgress", "", "");
        }
        String task = call(work).value();
        store(work, task, "InProgress", "", "");
        return task;
    }

    private MoRef call(HandoverWork work) {
        var volume = new CnsVolumeId(work.volume().isEmpty() ? "none" : work.volume());
        return switch (work.operation()) {
            case CREATE -> cns.createVolume(spec(work));
            case DELETE -> cns.deleteVolume(volume, true);
            case EXPAND -> cns.extendVolume(volume, work.capacityMb());
            case SNAPSHOT -> cns.createSnapshot(volume, work.record(), chosen(work.name(), "snapshot-"));
            case DELETE_SNAPSHOT -> cns.deleteSnapshot(new CnsSnapshotId(volume, work.snapshot()));
            case ATTACH -> cns.attachVolumes(machine(work), List.of(volume));
            case DETACH -> cns.detachVolumes(machine(work), List.of(volume));
        };
    }

    private MoRef machine(HandoverWork work) {
        return Optional.ofNullable(machines.get(work.node())).orElseThrow();
    }

    private CnsCreateSpec spec(HandoverWork work) {
        var cluster = CnsContainerCluster.vanilla(DriverBed.CLUSTER_ID, "VanillaK8S");
        var spec = CnsCreateSpec.newDisk(
                work.name(), work.capacityMb(), List.of(), new CnsVolumeMetadata(cluster, List.of()));
        var full = work.source().isEmpty()
                ? spec
                : spec.copiedFrom(
                        new CnsSnapshotId(new CnsVolumeId(work.source()), work.snapshot()), work.capacityMb());
        return chosen(work.name(), "pvc-")
                .map(CnsVolumeId::new)
                .map(full::withChosenId)
                .orElse(full);
    }

    private Optional<String> chosen(String name, String prefix) {
        return choosesIds ? Optional.of(name.substring(prefix.length())) : Optional.empty();
    }

    /// @return the next task to wait for; empty if the request has succeeded, or has failed too often
    private Optional<String> ended(HandoverWork work, VolumeTask task) {
        if (task.fault().isEmpty()
                || DONE_BEFORE.getOrDefault(work.operation(), Set.of()).contains(task.fault())) {
            String id = work.operation() == Operation.CREATE
                    ? task.volume()
                    : work.operation() == Operation.SNAPSHOT ? snapshot(work) : work.volume();
            store(
                    work,
                    task.ref(),
                    "Success",
                    work.operation() == Operation.CREATE ? id : work.volume(),
                    work.operation() == Operation.SNAPSHOT ? id : work.snapshot());
            results.put(work, id);
            return Optional.empty();
        }
        store(work, task.ref(), "Error", "", "");
        if (work.operation() == Operation.CREATE && task.fault().equals(ALREADY_EXISTS)) {
            count("deleted and created again");
            String deletion = cns.deleteVolume(new CnsVolumeId(work.name().substring("pvc-".length())), true)
                    .value();
            boolean _ = Deadline.in(LIMIT).await(PAUSE, () -> Optional.ofNullable(tasks().get(deletion))
                    .filter(found -> found.state().equals("success"))
                    .isPresent());
            return Optional.of(send(work));
        }
        count("failed: " + work.operation() + " " + task.fault());
        if (failures.merge(work, 1, Integer::sum) >= MAX_FAILURES) {
            return Optional.empty();
        }
        return begin(work);
    }

    /// Returns the newest snapshot of the request.
    private String snapshot(HandoverWork work) {
        return vcenter.volumes().list().stream()
                .filter(volume -> volume.id().equals(work.volume()))
                .flatMap(volume -> volume.snapshots().stream())
                .filter(snapshot -> snapshot.description().equals(work.record()))
                .reduce((_, last) -> last)
                .orElseThrow(() -> new AssertionError("no snapshot of " + work))
                .id();
    }

    private Optional<JsonNode> status(HandoverWork work) {
        return objects.find(DriverBed.RECORDS + "/" + work.record()).map(found -> found.path("status"));
    }

    private void store(HandoverWork work, String task, String result, String volume, String snapshot) {
        if (!work.operation().isRecorded()) {
            return;
        }
        String path = DriverBed.RECORDS + "/" + work.record();
        Optional<JsonNode> record = objects.find(path);
        String now =
                InstantSource.system().instant().truncatedTo(ChronoUnit.SECONDS).toString();
        ObjectNode status = GoStep.stored(
                record.map(found -> found.path("status")),
                new GoStep.Attempt(task, result, now),
                volume,
                snapshot,
                choosesIds);
        if (work.operation() == Operation.EXPAND && result.equals("Success")) {
            status.put("capacity", work.capacityMb());
        }
        ObjectNode object = record.<ObjectNode>map(JsonNode::deepCopy).orElseGet(() -> empty(work.record()));
        object.set("status", status);
        if (record.isPresent()) {
            objects.replace(path, object.toString());
        } else {
            objects.create(DriverBed.RECORDS, object.toString());
        }
    }

    private static ObjectNode empty(String name) {
        ObjectNode object = JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", "cns.vmware.com/v1alpha1")
                .put("kind", "CnsVolumeOperationRequest");
        object.putObject("metadata").put("name", name).put("namespace", DriverBed.NAMESPACE);
        object.putObject("spec").put("name", name);
        return object;
    }

    @Override
    public void close() {
        client.close();
    }
}
