package dev.vspherecloud.csi.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cluster.claim.ClaimReason;
import dev.vspherecloud.csi.cns.CnsFault;
import dev.vspherecloud.csi.cns.policy.StoragePolicyResult;
import dev.vspherecloud.csi.controller.RecordingApi.Posted;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.SendResult;
import dev.vspherecloud.csi.domain.TaskResult;
import dev.vspherecloud.csi.domain.VolumeOrigin;
import dev.vspherecloud.csi.domain.placement.DatastoreRefusal.Cause;
import dev.vspherecloud.csi.domain.placement.HostMount;
import dev.vspherecloud.csi.protocol.grpc.GrpcCode;
import dev.vspherecloud.csi.protocol.grpc.GrpcException;
import dev.vspherecloud.csi.protocol.v1.CapacityRange;
import dev.vspherecloud.csi.protocol.v1.CreateVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.Topology;
import dev.vspherecloud.csi.protocol.v1.TopologyRequirement;
import dev.vspherecloud.csi.protocol.v1.VolumeCapability;
import dev.vspherecloud.csi.protocol.v1.VolumeContentSource;
import dev.vspherecloud.csi.vcenter.CnsFaults;
import dev.vspherecloud.csi.vcenter.FaultForm;
import dev.vspherecloud.csi.vcenter.FaultForm.Sample;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every refusal to create a volume: what csi-provisioner gets, and the Event of the claim.
class PlacementRefusalTest {
    private static final String NAME = "pvc-2f4a0e0c-1111-4222-8333-444455556666";
    private static final String NOWHERE = "no datastore of vCenter vc-a fits: shared (ds:///vmfs/volumes/shared/) ";
    private static final String NOT_IN_A =
            "no datastore of vCenter vc-a fits topology topology.csi.vmware.com/k8s-zone=a:"
                    + " shared (ds:///vmfs/volumes/shared/) ";

    /// A refusal.
    ///
    /// @param given      prepares the cluster
    /// @param parameters of the StorageClass
    /// @param zone       from which the volume must be accessible; empty if there is no requirement
    /// @param cause      why the nearest datastore does not fit; empty if another thing is refused
    /// @param event      the reason of the Event; empty if there is none
    record Refusal(
            String name,
            Consumer<VolumeWorld> given,
            Map<String, String> parameters,
            String zone,
            Optional<Cause> cause,
            GrpcCode code,
            Optional<ReasonCode> event,
            String sentence) {
        Refusal in(String where) {
            return new Refusal(name + " in a zone", given, parameters, where, cause, code, event, sentence);
        }

        Refusal with(String key, String value) {
            return new Refusal(name, given, Map.of(key, value), zone, cause, code, event, sentence);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Refusal place(
            Cause cause, GrpcCode code, ClaimReason event, Consumer<VolumeWorld> given, String sentence) {
        return new Refusal(cause.name(), given, Map.of(), "", Optional.of(cause), code, Optional.of(event), sentence);
    }

    private static Refusal other(
            String name, GrpcCode code, ReasonCode event, Consumer<VolumeWorld> given, String sentence) {
        return new Refusal(name, given, Map.of(), "", Optional.empty(), code, Optional.of(event), sentence);
    }

    private static Refusal passing(String name, GrpcCode code, Consumer<VolumeWorld> given, String sentence) {
        return new Refusal(name, given, Map.of(), "", Optional.empty(), code, Optional.empty(), sentence);
    }

    private static Stream<Refusal> both(Cause cause, Consumer<VolumeWorld> given, String why) {
        String text = why + "; " + cause.remedy();
        return Stream.of(
                place(cause, GrpcCode.FAILED_PRECONDITION, ClaimReason.NO_DATASTORE_FITS, given, NOWHERE + text),
                place(cause, GrpcCode.RESOURCE_EXHAUSTED, ClaimReason.NO_DATASTORE_FITS, given, NOT_IN_A + text)
                        .in("a"));
    }

    static Stream<Refusal> places() {
        Stream<Stream<Refusal>> causes = Stream.of(
                both(Cause.SUSPENDED, world -> world.isSuspended = true, "is suspended for new volumes"),
                both(
                        Cause.MAINTENANCE,
                        world -> world.maintenance = "inMaintenance",
                        "is in maintenance (inMaintenance)"),
                both(
                        Cause.HOSTS,
                        world -> {
                            world.host("esx-1", true, true);
                            world.host("esx-2", false, false);
                        },
                        "is mounted only on hosts in maintenance or not connected: esx-1, esx-2"),
                both(Cause.INACCESSIBLE, world -> world.isAccessible = false, "is not accessible"),
                both(
                                Cause.POLICY,
                                world -> world.incompatible = Optional.of("no tag gold"),
                                "does not comply with the storage policy \"gold\" (no tag gold)")
                        .map(refusal -> refusal.with("storagepolicyname", "gold")),
                both(
                        Cause.READ_ONLY,
                        world -> world.mounts.replaceAll((_, _) -> new HostMount(true, true, true)),
                        "is mounted read-only on esx-1, esx-2 (Node w-1, w-2)"),
                both(Cause.UNMOUNTED, world -> world.mounts.clear(), "is not mounted on esx-1, esx-2 (Node w-1, w-2)"),
                Stream.of(
                        place(
                                Cause.SPACE,
                                GrpcCode.RESOURCE_EXHAUSTED,
                                ClaimReason.DATASTORE_FULL,
                                world -> world.freeBytes = 1 << 20,
                                NOWHERE + "has 1 MiB free, expected 10 GiB; free space, or add a datastore"),
                        place(
                                        Cause.SPACE,
                                        GrpcCode.RESOURCE_EXHAUSTED,
                                        ClaimReason.NO_DATASTORE_FITS,
                                        world -> world.freeBytes = 1 << 20,
                                        NOT_IN_A + "has 1 MiB free, expected 10 GiB; free space, or add a datastore")
                                .in("a"),
                        place(
                                Cause.PRIVILEGE,
                                GrpcCode.PERMISSION_DENIED,
                                ClaimReason.PRIVILEGE_MISSING,
                                world -> world.missing = List.of("Datastore.FileManagement", "System.Read"),
                                NOWHERE + "lacks for the account Datastore.FileManagement and System.Read; "
                                        + Cause.PRIVILEGE.remedy()),
                        place(
                                        Cause.PRIVILEGE,
                                        GrpcCode.RESOURCE_EXHAUSTED,
                                        ClaimReason.NO_DATASTORE_FITS,
                                        world -> world.missing = List.of("System.Read"),
                                        NOT_IN_A + "lacks for the account System.Read; " + Cause.PRIVILEGE.remedy())
                                .in("a"),
                        place(
                                        Cause.NOT_NAMED,
                                        GrpcCode.FAILED_PRECONDITION,
                                        ClaimReason.STORAGE_CONFIG_INVALID,
                                        _ -> {},
                                        "no datastore of vCenter vc-a fits: datastore ds:///vmfs/volumes/9/ is not"
                                                + " among the datastores that vCenter shows; "
                                                + Cause.NOT_NAMED.remedy())
                                .with("datastoreurl", "ds:///vmfs/volumes/9/"),
                        place(
                                        Cause.NOT_NAMED,
                                        GrpcCode.FAILED_PRECONDITION,
                                        ClaimReason.STORAGE_CONFIG_INVALID,
                                        _ -> {},
                                        "no datastore of vCenter vc-a fits: datastore cluster \"pod-9\" does not exist"
                                                + " or is empty; vCenter shows pod-1; " + Cause.NOT_NAMED.remedy())
                                .with("datastoreurl", "pod-9"),
                        place(
                                        Cause.NO_NODE,
                                        GrpcCode.RESOURCE_EXHAUSTED,
                                        ClaimReason.NO_DATASTORE_FITS,
                                        _ -> {},
                                        "no datastore of vCenter vc-a fits topology"
                                                + " topology.csi.vmware.com/k8s-zone=b: topology"
                                                + " topology.csi.vmware.com/k8s-zone=b has no Node with a VM in this"
                                                + " vCenter; " + Cause.NO_NODE.remedy())
                                .in("b"),
                        other(
                                "no datastore at all",
                                GrpcCode.FAILED_PRECONDITION,
                                ClaimReason.NO_DATASTORE_FITS,
                                world -> world.hasDatastore = false,
                                "vCenter vc-a shows no datastore; give the account Datastore.FileManagement and"
                                        + " System.Read on one"),
                        passing(
                                "a Node whose VM is not read yet",
                                GrpcCode.UNAVAILABLE,
                                world -> world.isPending = true,
                                "vCenter vc-a has not returned the VMs of Nodes yet: w-2")));
        return causes.flatMap(Function.identity());
    }

    static Stream<Refusal> policies() {
        return Stream.of(
                        other(
                                "an unknown policy",
                                GrpcCode.NOT_FOUND,
                                ClaimReason.STORAGE_POLICY_UNKNOWN,
                                world -> world.policy = Optional.of(new StoragePolicyResult.Unknown(List.of("au"), 1)),
                                "storagepolicyname: found \"gold\", expected the name of a storage policy of the"
                                        + " vCenter: \"au\"; correct the StorageClass, or create the policy"),
                        other(
                                "two policies with one name",
                                GrpcCode.FAILED_PRECONDITION,
                                ClaimReason.STORAGE_CONFIG_INVALID,
                                world -> world.policy =
                                        Optional.of(new StoragePolicyResult.Ambiguous(List.of("p-1", "p-2"))),
                                "storagepolicyname: found \"gold\", and 2 storage policies of the vCenter have this"
                                        + " name (p-1, p-2); rename all but one"),
                        other(
                                "policies that the account may not read",
                                GrpcCode.PERMISSION_DENIED,
                                ClaimReason.PRIVILEGE_MISSING,
                                world -> world.policy = Optional.of(new StoragePolicyResult.Forbidden("refused")),
                                "storagepolicyname: cannot look for \"gold\": refused. The privilege is"
                                        + " StorageProfile.View"),
                        passing(
                                "policies that cannot be read",
                                GrpcCode.UNAVAILABLE,
                                world -> world.policy = Optional.of(new StoragePolicyResult.Unreadable("no answer")),
                                "storagepolicyname: cannot look for \"gold\": no answer; look at the storage policy"
                                        + " service of the vCenter"))
                .map(refusal -> refusal.with("storagepolicyname", "gold"));
    }

    private static Stream<Refusal> fault(GrpcCode code, Optional<ReasonCode> event, Sample sample, String template) {
        return FaultForm.all().map(form -> {
            String sentence = NAME + ": " + form.sentence(template, sample);
            Consumer<VolumeWorld> given = world -> world.fails(form.read(sample));
            return event.map(reason -> other(form + " " + sample, code, reason, given, sentence))
                    .orElseGet(() -> passing(form + " " + sample, code, given, sentence));
        });
    }

    static Stream<Refusal> faults() {
        return Stream.of(
                        fault(
                                GrpcCode.RESOURCE_EXHAUSTED,
                                Optional.of(ClaimReason.DATASTORE_FULL),
                                Sample.of("NoDiskSpace", "full").with("datastore", "shared"),
                                "vCenter has not enough space[ on datastore shared|] (TEXT); free space, or use another"
                                        + " datastore"),
                        fault(
                                GrpcCode.PERMISSION_DENIED,
                                Optional.of(ClaimReason.PRIVILEGE_MISSING),
                                Sample.of("NoPermission", "denied").with("privilegeId", "Cns.Searchable"),
                                "the account lacks [Cns.Searchable|a privilege] on an object (TEXT); add the privilege"
                                        + " to its role"),
                        fault(
                                GrpcCode.FAILED_PRECONDITION,
                                Optional.of(ClaimReason.STORAGE_CONFIG_INVALID),
                                Sample.of("NotSupported", "too old"),
                                "this vCenter does not support the operation (TEXT)"),
                        fault(
                                GrpcCode.INTERNAL,
                                Optional.of(ClaimReason.CREATE_REFUSED),
                                Sample.of("SystemError", "broken"),
                                "vCenter failed with SystemError (TEXT); look for it in the log of the vCenter"),
                        fault(
                                GrpcCode.INTERNAL,
                                Optional.of(ClaimReason.CREATE_REFUSED),
                                Sample.of("InvalidState", "not now"),
                                "vCenter failed with InvalidState (TEXT); look for it in the log of the vCenter"),
                        fault(
                                GrpcCode.UNAVAILABLE,
                                Optional.empty(),
                                Sample.of("InaccessibleDatastore", "not accessible")
                                        .with("name", "shared"),
                                "vCenter cannot do it now: InaccessibleDatastore ([shared: |]TEXT); repair the host or"
                                        + " the datastore; the call is repeated"),
                        // No storage policy is asked for, so none is missing.
                        fault(
                                GrpcCode.NOT_FOUND,
                                Optional.of(ClaimReason.CREATE_REFUSED),
                                Sample.of("NotFound", "gone"),
                                "{vCenter does not find the volume (TEXT)|vCenter does not find something that the"
                                        + " operation needs (TEXT); look for the disk on its datastore}"),
                        fault(
                                GrpcCode.UNAVAILABLE,
                                Optional.empty(),
                                Sample.of("HostNotConnected", "esx-1"),
                                "vCenter cannot do it now: HostNotConnected (TEXT); repair the host or the datastore;"
                                        + " the call is repeated"))
                .flatMap(Function.identity());
    }

    /// If vCenter does not say why it failed, but why each datastore could not take the volume, that decides.
    @Test
    void theReasonOfAllDatastoresDecidesIfTheFaultIsNotKnown() {
        var unknown = new CnsFault.Other("CnsFault", "VSLM task failed");
        var full = new CnsFault.NoDiskSpace("gold-1", "full");
        var away = new CnsFault.Unavailable("InaccessibleDatastore", "gold-2");

        assertThat(CnsFaults.ofTask(unknown, List.of(full, full)).code()).isEqualTo(OperationCode.RESOURCE_EXHAUSTED);
        assertThat(CnsFaults.ofTask(unknown, List.of(full, away)).code()).isEqualTo(OperationCode.INTERNAL);
        assertThat(CnsFaults.ofTask(away, List.of(full)).code()).isEqualTo(OperationCode.UNAVAILABLE);
    }

    static Stream<Refusal> operations() {
        return Stream.of(
                other(
                        "a volume of another size",
                        GrpcCode.ALREADY_EXISTS,
                        ClaimReason.VOLUME_NAME_TAKEN,
                        world -> world.volume(NAME, 5 * 1024, 0),
                        NAME + ": volume " + VolumeWorld.VOLUME + " with the name " + NAME
                                + " has 5120 MiB, the request asks for 10240 MiB; delete the volume, or ask for its"
                                + " size"),
                other(
                        "a source that is larger",
                        GrpcCode.OUT_OF_RANGE,
                        ClaimReason.SOURCE_UNUSABLE,
                        world -> world.source = Optional.of(
                                new VolumeOrigin.Unusable(OperationCode.OUT_OF_RANGE, "the source is larger")),
                        NAME + ": the source is larger"),
                other(
                        "a source that is gone",
                        GrpcCode.NOT_FOUND,
                        ClaimReason.SOURCE_UNUSABLE,
                        world -> world.source =
                                Optional.of(new VolumeOrigin.Unusable(OperationCode.NOT_FOUND, "the source is gone")),
                        NAME + ": the source is gone"),
                other(
                        "a login that is refused",
                        GrpcCode.UNAVAILABLE,
                        VsphereReason.LOGIN_REFUSED,
                        world -> {
                            world.sent = new SendResult.Refused(OperationCode.UNAVAILABLE, "the login is refused");
                            world.accessReason = Optional.of(VsphereReason.LOGIN_REFUSED);
                        },
                        NAME + ": the login is refused"),
                passing(
                        "CNS without an answer",
                        GrpcCode.UNAVAILABLE,
                        world -> world.cnsAnswers = false,
                        NAME + ": CNS does not return the volumes"),
                passing(
                        "a task that still runs",
                        GrpcCode.DEADLINE_EXCEEDED,
                        world -> world.ended = new TaskResult.Running(),
                        NAME + ": an attempt may still run; the call is repeated"));
    }

    static Stream<Refusal> refusals() {
        return Stream.of(places(), policies(), operations(), faults()).flatMap(Function.identity());
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void theProvisionerGetsACodeAndTheClaimAnEvent(Refusal refusal) throws InterruptedException {
        var world = new VolumeWorld();
        refusal.given().accept(world);

        GrpcException failure =
                world.failure(controller -> controller.createVolume(request(refusal), StubServices.CALL));

        assertThat(failure.getMessage()).isEqualTo(refusal.sentence());
        assertThat(failure.code()).isEqualTo(refusal.code());
        assertThat(world.posted())
                .isEqualTo(refusal.event().stream()
                        .map(event -> new Posted(
                                "shop/PersistentVolumeClaim data-0", "Warning", event.text(), refusal.sentence()))
                        .toList());
        refusal.cause().ifPresent(cause -> assertThat(refusal.sentence()).endsWith("; " + cause.remedy()));
    }

    private static CreateVolumeRequest request(Refusal refusal) {
        var request = CreateVolumeRequest.newBuilder()
                .setName(NAME)
                .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(10L << 30))
                .addVolumeCapabilities(VolumeCapability.newBuilder()
                        .setMount(VolumeCapability.MountVolume.newBuilder().setFsType("ext4"))
                        .setAccessMode(VolumeCapability.AccessMode.newBuilder()
                                .setMode(VolumeCapability.AccessMode.Mode.SINGLE_NODE_WRITER)))
                .putAllParameters(refusal.parameters())
                .putParameters("csi.storage.k8s.io/pvc/namespace", "shop")
                .putParameters("csi.storage.k8s.io/pvc/name", "data-0");
        if (refusal.event().equals(Optional.of(ClaimReason.SOURCE_UNUSABLE))) {
            request.setVolumeContentSource(VolumeContentSource.newBuilder()
                    .setVolume(VolumeContentSource.VolumeSource.newBuilder().setVolumeId(VolumeWorld.VOLUME)));
        }
        if (!refusal.zone().isEmpty()) {
            request.setAccessibilityRequirements(TopologyRequirement.newBuilder()
                    .addRequisite(Topology.newBuilder().putSegments(VolumeWorld.ZONE, refusal.zone())));
        }
        return request.build();
    }

    /// A new reason has no case here: add one.
    @Test
    void everyReasonHasACase() {
        assertThat(places().flatMap(refusal -> refusal.cause().stream()).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(Cause.values());
        assertThat(refusals().flatMap(refusal -> refusal.event().stream()).collect(Collectors.toSet()))
                .containsAll(Arrays.asList(ClaimReason.values()));
        assertThat(refusals()).hasSize(57);
    }
}
