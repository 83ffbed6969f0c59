package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.ccm.domain.lifecycle.LifecycleState;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleStateStore;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleStateStore.Page;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Keeps the [LifecycleState] in memory and writes it to the store. It reads the state of the previous leader once.
/// After that the state in memory is authoritative, except for the acknowledgements that people write.
///
/// A new state takes effect at once, even if the write fails. A failed write is repeated later.
///
/// Threads: confined.
final class PersistentLifecycleState {
    /// The number of attempts to write. The first one fails if a person writes at the same moment.
    private static final int MAX_TRIES = 2;

    private final LifecycleStateStore lifecycleStateStore;
    private LifecycleState lifecycleState = LifecycleState.EMPTY;
    private boolean isKnown;
    private boolean isReadable;
    private boolean isUnwritten;

    /// Ids of acknowledgements that took effect but are still on the Lease. An acknowledgement counts once, even if
    /// it could not be removed from the Lease. If a person writes it again after its removal, it counts as a new
    /// one.
    private final Set<String> acknowledgedIds = new HashSet<>();

    PersistentLifecycleState(LifecycleStateStore lifecycleStateStore) {
        this.lifecycleStateStore = lifecycleStateStore;
    }

    /// Returns true if this process has read the state of the previous leader.
    boolean isKnown() {
        return isKnown;
    }

    /// Returns true if the last attempt to read the store succeeded.
    boolean isReadable() {
        return isReadable;
    }

    /// Returns true if the last write failed, so that the store lacks the newest state.
    boolean isUnwritten() {
        return isUnwritten;
    }

    LifecycleState lifecycleState() {
        return lifecycleState;
    }

    void read() {
        page();
    }

    /// Records that the acknowledgements with these ids took effect.
    void acknowledge(Set<String> ids) {
        acknowledgedIds.addAll(ids);
    }

    /// Sets the lifecycle state in memory and writes it to the store.
    ///
    /// @return true if the store has it; the state in memory is set in both cases
    boolean write(LifecycleState next) {
        lifecycleState = next.withAcknowledged(withoutAcknowledged(next.acknowledged()));
        isUnwritten = true;
        for (int tries = 0; tries < MAX_TRIES && isUnwritten; tries++) {
            isUnwritten = !isWritten();
        }
        return !isUnwritten;
    }

    private boolean isWritten() {
        return page().filter(page -> page.annotations().equals(lifecycleState.texts())
                        || lifecycleStateStore.write(page, lifecycleState.texts()))
                .isPresent();
    }

    private Optional<Page> page() {
        Optional<Page> page = lifecycleStateStore.read();
        isReadable = page.isPresent();
        page.map(Page::annotations).map(LifecycleState::read).ifPresent(read -> {
            acknowledgedIds.retainAll(read.acknowledged());
            Set<String> acknowledged = withoutAcknowledged(read.acknowledged());
            lifecycleState = (isKnown ? lifecycleState : read).withAcknowledged(acknowledged);
            isKnown = true;
        });
        return page;
    }

    private Set<String> withoutAcknowledged(Set<String> ids) {
        return ids.stream().filter(id -> !acknowledgedIds.contains(id)).collect(Collectors.toSet());
    }
}
