package dev.vspherecloud.csi.vcenter;

import dev.vspherecloud.csi.cns.CnsClient;
import dev.vspherecloud.csi.cns.CnsFault;
import dev.vspherecloud.csi.cns.CnsOutcome;
import dev.vspherecloud.csi.cns.CnsTaskState;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.cns.CnsVolumeResult;
import dev.vspherecloud.csi.cns.FirstClassDisk;
import dev.vspherecloud.csi.cns.TaskWaitResult;
import dev.vspherecloud.csi.cns.TaskWatch;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.SendResult;
import dev.vspherecloud.csi.metrics.CnsOperation;
import dev.vspherecloud.csi.metrics.VolumeMetrics;
import dev.vspherecloud.csi.operations.attachment.AttachTaskAnswer;
import dev.vspherecloud.csi.operations.attachment.AttachTaskResult;
import dev.vspherecloud.csi.operations.attachment.AttachmentStore;
import dev.vspherecloud.csi.operations.attachment.ConsumersResult;
import dev.vspherecloud.csi.operations.attachment.DisksResult;
import dev.vspherecloud.csi.vcenter.inventory.VmDevices;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.reconcile.Cancellation;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.ObjectContent;
import dev.vspherecloud.vsphere.client.PropertyValue;
import dev.vspherecloud.vsphere.client.RetrieveQuery;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterSession;
import dev.vspherecloud.vsphere.connection.CurrentSession;
import dev.vspherecloud.vsphere.connection.NoSessionException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/// Attaches and detaches in CNS of one vCenter.
///
/// Threads: any number of callers. An interrupt ends a call with a result that proves nothing, and stays set.
final class CnsAttachmentStore implements AttachmentStore {
    private static final String VIRTUAL_MACHINE = "VirtualMachine";
    private static final String DEVICES = "config.hardware.device";
    private static final String NAME = "name";

    /// How many calls that start tasks may run at the same time. Each needs a connection of its own, and to open a
    /// hundred of them takes longer and more memory than to wait for one.
    private static final int MAX_CALLS = 16;

    private final CurrentSession session;
    private final TaskWatch tasks;
    private final VolumeMetrics metrics;
    private final LongSupplier nanoTime;
    private final AttachObstacles obstacles;
    private final Semaphore calls = new Semaphore(MAX_CALLS, true);

    /// The tasks that this process started, for the metrics.
    private final StartedTasks attaching = new StartedTasks(Integer.MAX_VALUE);

    private final StartedTasks detaching = new StartedTasks(Integer.MAX_VALUE);

    /// The login of the last call that started a task.
    private volatile Object lastLogin = "none";

    CnsAttachmentStore(
            CurrentSession session,
            TaskWatch tasks,
            AttachObstacles obstacles,
            VolumeMetrics metrics,
            LongSupplier nanoTime) {
        this.session = session;
        this.tasks = tasks;
        this.obstacles = obstacles;
        this.metrics = metrics;
        this.nanoTime = nanoTime;
    }

    @Override
    public SendResult attach(String moref, List<String> volumeIds, Duration budget) {
        return send(CnsOperation.ATTACH_VOLUME, budget, cns -> cns.attachVolumes(vm(moref), ids(volumeIds)));
    }

    @Override
    public SendResult detach(String moref, List<String> volumeIds, Duration budget) {
        return send(CnsOperation.DETACH_VOLUME, budget, cns -> cns.detachVolumes(vm(moref), ids(volumeIds)));
    }

    private static MoRef vm(String moref) {
        return new MoRef(VIRTUAL_MACHINE, moref);
    }

    private static List<CnsVolumeId> ids(List<String> volumeIds) {
        return volumeIds.stream().map(CnsVolumeId::new).toList();
    }

    private SendResult send(CnsOperation operation, Duration budget, Function<CnsClient, MoRef> call) {
        long start = nanoTime.getAsLong();
        try {
            if (!calls.tryAcquire(budget.toNanos(), TimeUnit.NANOSECONDS)) {
                return new SendResult.Refused(
                        OperationCode.UNAVAILABLE, "vCenter is busy with other calls; the call is repeated");
            }
            String task;
            try {
                Duration left = budget.minusNanos(nanoTime.getAsLong() - start);
                task = session.call(left, current -> {
                            lastLogin = current.login();
                            return call.apply(new CnsClient(current));
                        })
                        .value();
            } finally {
                calls.release();
            }
            boolean _ = (operation == CnsOperation.ATTACH_VOLUME ? attaching : detaching).start(task, start);
            return new SendResult.Started(task);
        } catch (NoSessionException e) {
            return new SendResult.Refused(OperationCode.UNAVAILABLE, String.valueOf(e.getMessage()));
        } catch (VcenterException e) {
            return AttachFaults.ofCall(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new SendResult.Lost();
        }
    }

    @Override
    public Object connection() {
        return lastLogin;
    }

    @Override
    public AttachTaskAnswer await(String taskId, String volumeId, Duration atMost) throws InterruptedException {
        return switch (Cancellation.await(() -> tasks.await(new MoRef("Task", taskId), atMost))) {
            case TaskWaitResult.Finished(CnsTaskState state, var _) -> {
                AttachTaskAnswer answer = answer(state, new CnsVolumeId(volumeId));
                measure(CnsOperation.ATTACH_VOLUME, attaching.end(taskId), answer.result());
                measure(CnsOperation.DETACH_VOLUME, detaching.end(taskId), answer.result());
                yield answer;
            }
            case TaskWaitResult.Vanished() -> {
                OptionalLong _ = attaching.end(taskId);
                OptionalLong _ = detaching.end(taskId);
                yield AttachTaskAnswer.of(
                        new AttachTaskResult.Unknown("vCenter does not know the task %s any more".formatted(taskId)));
            }
            case TaskWaitResult.StillRunning _ -> AttachTaskAnswer.of(new AttachTaskResult.Running());
            case TaskWaitResult.VcenterLost(String why) -> AttachTaskAnswer.of(new AttachTaskResult.Unknown(why));
        };
    }

    private void measure(CnsOperation operation, OptionalLong begun, AttachTaskResult result) {
        begun.ifPresent(at -> metrics.onCnsOperation(
                operation, result instanceof AttachTaskResult.Done, Duration.ofNanos(nanoTime.getAsLong() - at)));
    }

    private static AttachTaskAnswer answer(CnsTaskState state, CnsVolumeId volume) {
        // A task for several volumes reports each of them.
        CnsTaskState own = state instanceof CnsTaskState.Succeeded(List<CnsVolumeResult> results) && results.size() > 1
                ? new CnsTaskState.Succeeded(results.stream()
                        .filter(each -> volume.equals(idOf(each)))
                        .toList())
                : state;
        return switch (CnsOutcome.of(own, volume)) {
            case CnsOutcome.Done(CnsVolumeResult.Done done) ->
                AttachTaskAnswer.of(new AttachTaskResult.Done(done.diskUuid().flatMap(VmDevices::diskUuid)));
            case CnsOutcome.Faulted(CnsFault fault, var _) ->
                new AttachTaskAnswer(AttachFaults.of(fault), state instanceof CnsTaskState.Failed);
            case CnsOutcome.Unclear(var _, String message) ->
                new AttachTaskAnswer(new AttachTaskResult.Unknown(message), true);
        };
    }

    private static Object idOf(CnsVolumeResult result) {
        return switch (result) {
            case CnsVolumeResult.Done done -> done.volume();
            case CnsVolumeResult.Failed(Optional<CnsVolumeId> volume, var _, var _) ->
                volume.<Object>map(id -> id).orElse("");
            case CnsVolumeResult.Unreadable _ -> "";
        };
    }

    @Override
    public DisksResult disks(String moref, Duration budget) {
        return read(
                budget,
                current -> property(current, moref, DEVICES),
                DisksResult.Unread::new,
                (found, _) -> found.flatMap(VmDevices::disks)
                        .<DisksResult>map(DisksResult.Read::new)
                        .orElseGet(() -> new DisksResult.Unread("the devices of %s cannot be read".formatted(moref))));
    }

    private static Optional<PropertyValue> property(VcenterSession current, String moref, String path) {
        return current.retrieve(RetrieveQuery.ofObjects(VIRTUAL_MACHINE, List.of(path), List.of(vm(moref)))).stream()
                .map(ObjectContent::values)
                .flatMap(values -> Optional.ofNullable(values.get(path)).stream())
                .findFirst();
    }

    private <T, R> R read(
            Duration budget,
            Function<VcenterSession, T> call,
            Function<String, R> failed,
            BiFunction<T, Duration, R> found) {
        try {
            return found.apply(session.read(budget, call), budget);
        } catch (NoSessionException | VcenterException e) {
            return failed.apply(String.valueOf(e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return failed.apply("the driver stops");
        }
    }

    @Override
    public ConsumersResult consumers(String volumeId, Duration budget) {
        var volume = new CnsVolumeId(volumeId);
        return read(
                budget,
                current -> new CnsClient(current).queryVolumeInfo(List.of(volume)),
                ConsumersResult.Unread::new,
                (task, left) -> consumers(task, volume, left));
    }

    private ConsumersResult consumers(MoRef task, CnsVolumeId volume, Duration atMost) {
        try {
            return tasks.await(task, atMost) instanceof TaskWaitResult.Finished(CnsTaskState state, var _)
                    ? consumers(CnsOutcome.of(state, volume))
                    : new ConsumersResult.Unread("the query did not end in time");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new ConsumersResult.Unread("the driver stops");
        }
    }

    private static ConsumersResult consumers(CnsOutcome outcome) {
        return switch (outcome) {
            case CnsOutcome.Done(CnsVolumeResult.Done done) ->
                done.disk()
                        .map(FirstClassDisk::consumers)
                        .<ConsumersResult>map(ConsumersResult.Read::new)
                        .orElseGet(() -> new ConsumersResult.Unread("the answer has no disk"));
            case CnsOutcome.Faulted(CnsFault.NotFound _, var _) -> new ConsumersResult.NoVolume();
            case CnsOutcome.Faulted(CnsFault fault, var _) ->
                new ConsumersResult.Unread(CnsFaults.ofTask(fault, List.of()).message());
            case CnsOutcome.Unclear(var _, String message) -> new ConsumersResult.Unread(message);
        };
    }

    /// A First Class Disk names its VM by one of its UUIDs, or by the reference.
    @Override
    public String vmText(String consumer, Duration budget) {
        return read(
                budget,
                current -> SystemUuid.parse(consumer)
                        .map(uuid -> Stream.of(true, false)
                                .flatMap(isInstance -> current.findAllByUuid(uuid.toString(), isInstance).stream())
                                .map(MoRef::value)
                                .findFirst()
                                .orElse(""))
                        .filter(moref -> !moref.isEmpty())
                        .or(() -> Optional.of(consumer).filter(VmDevices::isReference))
                        .map(moref -> property(current, moref, NAME)
                                .flatMap(PropertyValue::text)
                                .map(name -> "%s (%s)".formatted(name, moref))
                                .orElse(moref))
                        .orElse(consumer),
                _ -> consumer,
                (text, _) -> text);
    }

    @Override
    public Optional<String> attachObstacle(Vm vm, String volumeId, Duration budget) {
        return obstacles.ofAttach(vm, volumeId, budget);
    }

    @Override
    public Optional<String> detachObstacle(Vm vm, Duration budget) {
        return obstacles.ofDetach(vm, budget);
    }
}
