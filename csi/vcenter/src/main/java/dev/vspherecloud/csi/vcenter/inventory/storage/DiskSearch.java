package dev.vspherecloud.csi.vcenter.inventory.storage;

import dev.vspherecloud.csi.cns.CnsFault;
import dev.vspherecloud.csi.cns.FirstClassDisk;
import dev.vspherecloud.csi.domain.DiskPresence;
import dev.vspherecloud.csi.domain.placement.DatastoreState;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.connection.NoSessionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/// Asks datastores for one disk, one after the other, until one has it. The disk is absent only if each of them says
/// that it does not have it.
///
/// @param datastores all datastores of the vCenter
/// @param nanoTime   a monotonic clock
record DiskSearch(String vcenter, List<DatastoreState> datastores, Query query, LongSupplier nanoTime) {
    /// A datastore that does not answer takes at most this part of the time, so that others can be asked.
    private static final int PARTS = 3;

    private static final Set<String> INACCESSIBLE = Set.of("InvalidDatastore", "InaccessibleDatastore");

    /// Asks one datastore.
    interface Query {
        /// @return empty if the datastore certainly does not have the disk
        Optional<FirstClassDisk> find(MoRef datastore, Duration atMost) throws InterruptedException;
    }

    DiskPresence find(Duration budget) throws InterruptedException {
        if (datastores.isEmpty()) {
            return new DiskPresence.Unknown(
                    "vCenter %s shows no datastore; give the account Datastore.FileManagement and System.Read on each"
                            .formatted(vcenter));
        }
        try {
            return askAll(budget);
        } catch (VcenterException | NoSessionException e) {
            requireNoInterrupt(e);
            return new DiskPresence.Unknown(
                    "vCenter %s did not say whether a datastore has the disk: %s".formatted(vcenter, e.getMessage()));
        }
    }

    private DiskPresence askAll(Duration budget) throws InterruptedException {
        long end = nanoTime.getAsLong() + budget.toNanos();
        var unknown = new ArrayList<String>();
        List<DatastoreState> byName = datastores.stream()
                .sorted(Comparator.comparing(DatastoreState::name))
                .toList();
        for (DatastoreState each : byName) {
            Duration left = Duration.ofNanos(end - nanoTime.getAsLong());
            switch (ask(each, left.compareTo(share(budget)) < 0 ? left : share(budget))) {
                case DiskPresence.Present present -> {
                    return present;
                }
                case DiskPresence.Unknown(String why) -> unknown.add(why);
                case DiskPresence.Absent() -> {}
            }
        }
        return unknown.isEmpty() ? new DiskPresence.Absent() : new DiskPresence.Unknown(reason(unknown));
    }

    /// Returns the most of the time that one call may take.
    static Duration share(Duration budget) {
        return budget.dividedBy(PARTS);
    }

    private static String reason(List<String> unknown) {
        int others = unknown.size() - 1;
        return others == 0
                ? unknown.getFirst()
                : "%s (and %d more such %s)"
                        .formatted(unknown.getFirst(), others, others == 1 ? "datastore" : "datastores");
    }

    private DiskPresence ask(DatastoreState datastore, Duration atMost) throws InterruptedException {
        String name = name(datastore.name(), vcenter);
        if (!datastore.isAccessible()) {
            return new DiskPresence.Unknown(inaccessible(name));
        }
        if (atMost.isNegative() || atMost.isZero()) {
            return new DiskPresence.Unknown(
                    "the time was over before %s was asked for the disk; try again".formatted(name));
        }
        try {
            return query.find(VcenterStorage.reference(datastore), atMost)
                    .<DiskPresence>map(disk -> present(vcenter, datastore.name(), disk.filePath()))
                    .orElseGet(DiskPresence.Absent::new);
        } catch (VcenterException e) {
            if (isOfVcenter(e)) {
                throw e;
            }
            return new DiskPresence.Unknown(why(name, e));
        }
    }

    /// Returns true if the other datastores cannot be asked either.
    private static boolean isOfVcenter(VcenterException failure) {
        return switch (failure.kind()) {
            case UNREACHABLE, TLS, PROXY, LOGIN_REFUSED, SESSION_LOST, INVALID_VERSION, CANCELED, LOGIN_STOPPED, BUSY ->
                true;
            case TIMEOUT, NO_PERMISSION, OBJECT_GONE, INVALID_PROPERTY, UNSUPPORTED, TOO_LARGE, PROTOCOL, FAULT ->
                false;
        };
    }

    /// Returns the answer for a disk that was found.
    ///
    /// @param datastore its name; empty if it is not known
    /// @param path      the path of its file; may be empty
    static DiskPresence present(String vcenter, String datastore, String path) {
        return new DiskPresence.Present("%s has its disk%s"
                .formatted(
                        datastore.isEmpty() ? "vCenter " + vcenter : name(datastore, vcenter),
                        path.isEmpty() ? "" : ", " + path));
    }

    private static String name(String datastore, String vcenter) {
        return "datastore %s of vCenter %s".formatted(datastore, vcenter);
    }

    /// Returns why a datastore does not say whether it has the disk, and what to do.
    private static String why(String name, VcenterException failure) {
        return switch (CnsFault.of(failure)) {
            case CnsFault.NoPermission _ ->
                "the account may not ask %s for the disk; give it Datastore.FileManagement and System.Read there"
                        .formatted(name);
            case CnsFault.ManagedObjectNotFound _ -> "%s was removed a moment ago; try again".formatted(name);
            case CnsFault.Unavailable(String type, var _) when INACCESSIBLE.contains(type) -> inaccessible(name);
            default -> "%s did not say whether it has the disk: %s".formatted(name, failure.getMessage());
        };
    }

    private static String inaccessible(String name) {
        return "%s is not accessible, so it may have the disk; make it accessible, or remove it from vCenter"
                .formatted(name);
    }

    /// Passes an interrupt on that has ended a call.
    static void requireNoInterrupt(RuntimeException failure) throws InterruptedException {
        if (failure instanceof VcenterException e
                && e.kind() == VcenterException.Kind.CANCELED
                && Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
