package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.ccm.domain.lifecycle.LifecycleState;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleStateStore;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleStateStore.Page;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Keeps the [LifecycleState]. What a predecessor left is taken over once; from then on this process knows
/// best, but for what people write.
///
/// What was decided counts at once, written or not; what could not be written is written later.
///
/// Threads: confined.
final class PersistentLifecycleState {
    /// A person may write at the same moment.
    private static final int TRIES = 2;

    private final LifecycleStateStore lifecycleStateStore;
    private LifecycleState lifecycleState = LifecycleState.EMPTY;
    private boolean isKnown;
    private boolean isReadable;
    private boolean isUnwritten;

    /// Ids that took effect and stand on the Lease still: a person's word counts once, also when it could not be wiped
    /// out. Written again after that, it is another word.
    private final Set<String> settled = new HashSet<>();

    PersistentLifecycleState(LifecycleStateStore lifecycleStateStore) {
        this.lifecycleStateStore = lifecycleStateStore;
    }

    /// Whether what a predecessor left was read.
    boolean isKnown() {
        return isKnown;
    }

    /// Whether the chronicle could be read when that was tried last.
    boolean isReadable() {
        return isReadable;
    }

    /// Whether there is something that could not be written.
    boolean isUnwritten() {
        return isUnwritten;
    }

    LifecycleState lifecycleState() {
        return lifecycleState;
    }

    void read() {
        page();
    }

    /// These ids took effect.
    void settle(Set<String> ids) {
        settled.addAll(ids);
    }

    /// Makes these the annals, and writes them.
    ///
    /// @return whether they are written; if not, they count all the same
    boolean write(LifecycleState next) {
        lifecycleState = next.withAcknowledged(unsettled(next.acknowledged()));
        isUnwritten = true;
        for (int tries = 0; tries < TRIES && isUnwritten; tries++) {
            isUnwritten = !isWritten();
        }
        return !isUnwritten;
    }

    private boolean isWritten() {
        return page().filter(page -> page.texts().equals(lifecycleState.texts())
                        || lifecycleStateStore.write(page, lifecycleState.texts()))
                .isPresent();
    }

    private Optional<Page> page() {
        Optional<Page> page = lifecycleStateStore.read();
        isReadable = page.isPresent();
        page.map(Page::texts).map(LifecycleState::read).ifPresent(read -> {
            settled.retainAll(read.acknowledged());
            Set<String> acknowledged = unsettled(read.acknowledged());
            lifecycleState = (isKnown ? lifecycleState : read).withAcknowledged(acknowledged);
            isKnown = true;
        });
        return page;
    }

    private Set<String> unsettled(Set<String> ids) {
        return ids.stream().filter(id -> !settled.contains(id)).collect(Collectors.toSet());
    }
}
