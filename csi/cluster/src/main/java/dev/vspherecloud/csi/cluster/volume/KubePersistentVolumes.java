package dev.vspherecloud.csi.cluster.volume;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.call.ObjectCalls;
import dev.vspherecloud.kubernetes.ApiServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Lists the PersistentVolumes of this driver. It keeps one page in memory, and what the caller takes from it.
///
/// Threads: may be used from anywhere.
public final class KubePersistentVolumes {
    private static final String PATH = "/api/v1/persistentvolumes";

    private final ApiServer server;
    private final LongSupplier nanoTime;

    public KubePersistentVolumes(ApiServer server, LongSupplier nanoTime) {
        this.server = server;
        this.nanoTime = nanoTime;
    }

    /// Counts the PersistentVolumes.
    ///
    /// @param maxHandles how many volume handles the result contains at most
    /// @param budget     how long all requests together may take
    public ListResult<VolumeCount> count(int maxHandles, Duration budget) {
        return fold(() -> new Counting(maxHandles), Counting::add, budget).map(Counting::result);
    }

    /// Passes each PersistentVolume to a function that adds it to a value.
    ///
    /// @param start  makes the value for a cluster without volumes. It is called again if the list begins again
    /// @param add    adds a volume to the value
    /// @param budget how long all requests together may take
    public <T> ListResult<T> fold(
            Supplier<? extends T> start, BiConsumer<? super T, ? super DriverVolume> add, Duration budget) {
        return ObjectCalls.begin(server, nanoTime, budget)
                .<Optional<DriverVolume>, T>list(
                        PATH,
                        DriverVolume.READER,
                        start,
                        (value, found) -> found.ifPresent(volume -> add.accept(value, volume)))
                .ofBuiltInKind();
    }

    /// Threads: one.
    private static final class Counting {
        private final int maxHandles;
        private final List<String> handles = new ArrayList<>();
        private int csi;
        private int migrated;

        Counting(int maxHandles) {
            this.maxHandles = maxHandles;
        }

        void add(DriverVolume volume) {
            if (volume.isMigrated()) {
                migrated++;
            } else {
                csi++;
                if (handles.size() < maxHandles) {
                    handles.add(volume.handle());
                }
            }
        }

        VolumeCount result() {
            return new VolumeCount(csi, migrated, handles);
        }
    }
}
