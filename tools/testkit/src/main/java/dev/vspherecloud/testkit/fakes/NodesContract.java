package dev.vspherecloud.testkit.fakes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.node.DeleteOutcome;
import dev.vspherecloud.ccm.domain.node.InitialisationPatch;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.node.Nodes;
import dev.vspherecloud.ccm.domain.node.WriteOutcome;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.vm.ProviderId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The contract of [Nodes]. It runs against the fake and against the adapter on a real API server, so the fake cannot
/// differ from it.
public abstract class NodesContract {
    /// The system UUID of every Node of this suite.
    protected static final String SYSTEM_UUID = "4237558d-a1b2-c3d4-e5f6-0123456789ab";

    private static final Instant HEARTBEAT = Instant.parse("2026-01-02T03:04:05Z");

    // An implementation may keep only the annotations that the provider reads, such as these.
    private static final String VM = "vspherecloud.dev/vm";
    private static final String KEEP = "vspherecloud.dev/keep";

    private static final NodeName W1 = new NodeName("w-1");
    private static final InitialisationPatch PATCH = new InitialisationPatch(
            ProviderId.parse("vsphere://" + SYSTEM_UUID), Map.of("zone", "a"), Map.of(VM, "vm-62"));
    private static final List<NodeAddress> ADDRESSES = List.of(
            new NodeAddress(NodeAddress.Type.HOSTNAME, "w-1"),
            new NodeAddress(NodeAddress.Type.INTERNAL_IP, "10.0.0.5"),
            new NodeAddress(NodeAddress.Type.INTERNAL_IP, "fd00::5"));

    protected abstract Nodes nodes();

    /// Registers a Node as a kubelet does with `--cloud-provider=external`: tainted, with [#SYSTEM_UUID], and with its
    /// host name as the only address.
    ///
    /// @return the Node as it is found then
    protected abstract NodeView register(String name);

    /// Labels a Node, as another client does.
    ///
    /// @return the Node as it is found then
    protected abstract NodeView label(String name, String key, String value);

    /// Reports the health of a Node, as its kubelet does.
    ///
    /// @param heartbeat in whole seconds
    /// @return the Node as it is found then
    protected abstract NodeView report(String name, Ready ready, Instant heartbeat);

    /// Waits until a Node that was deleted is not found any more.
    protected abstract void awaitGone(String name);

    /// Deletes a Node, as another client does, and waits until it is not found any more.
    protected abstract void delete(String name);

    @Test
    void aRegisteredNodeIsFoundAndNoOther() {
        NodeView node = register("w-1");

        assertThat(node.name()).isEqualTo(W1);
        assertThat(node.isUninitialised()).isTrue();
        assertThat(node.providerId()).isEmpty();
        assertThat(node.systemUuid()).isEqualTo(SYSTEM_UUID);
        assertThat(nodes().find(new NodeName("w-2"))).isEmpty();
    }

    @Test
    void namesReturnsTheExistingNodes() {
        assertThat(nodes().names()).isEmpty();
        register("w-1");
        register("w-2");
        assertThat(nodes().names()).containsExactlyInAnyOrder(W1, new NodeName("w-2"));

        delete("w-2");
        assertThat(nodes().names()).containsExactly(W1);
    }

    @Test
    void addressesReplaceAllOldOnesAndAreFoundAtOnce() {
        NodeView now = written(nodes().writeAddresses(register("w-1"), ADDRESSES));

        assertThat(now.addresses()).isEqualTo(ADDRESSES);
        assertThat(now.isUninitialised()).isTrue();
        assertThat(nodes().find(W1)).contains(now);
    }

    @Test
    void initialisingWritesThePatchAndRemovesTheTaint() {
        NodeView before = register("w-1");

        NodeView now = written(nodes().initialise(before, PATCH));

        assertThat(now.isUninitialised()).isFalse();
        assertThat(now.providerId()).isEqualTo("vsphere://" + SYSTEM_UUID);
        assertThat(now.meta().labels()).containsEntry("zone", "a");
        assertThat(now.meta().annotations()).containsEntry(VM, "vm-62");
        assertThat(now.addresses()).isEqualTo(before.addresses());
        assertThat(nodes().find(W1)).contains(now);
    }

    @Test
    void initialisingSucceedsAfterAnOwnWrite() {
        NodeView withAddresses = written(nodes().writeAddresses(register("w-1"), ADDRESSES));

        NodeView now = written(nodes().initialise(withAddresses, PATCH));

        assertThat(now.isUninitialised()).isFalse();
        assertThat(now.addresses()).isEqualTo(ADDRESSES);
    }

    @Test
    void initialisingAnOlderStateIsAConflictAndWritesNothing() {
        NodeView before = register("w-1");
        NodeView later = label("w-1", "rack", "7");

        assertThat(nodes().initialise(before, PATCH)).isEqualTo(new WriteOutcome.Conflict());
        assertThat(nodes().find(W1)).contains(later);
    }

    @Test
    void addressesAndAnnotationsMayBeWrittenOverAnOlderState() {
        NodeView before = register("w-1");
        label("w-1", "rack", "7");

        written(nodes().writeAddresses(before, ADDRESSES));
        NodeView now = written(nodes().annotate(before, Map.of(KEEP, "x")));

        assertThat(now.meta().labels()).containsEntry("rack", "7");
        assertThat(now.meta().annotations()).containsEntry(KEEP, "x");
        assertThat(now.addresses()).isEqualTo(ADDRESSES);
    }

    /// A former leader must not overwrite the addresses that its successor wrote.
    @Test
    void addressesThatOthersWroteMeanwhileAreNotOverwritten() {
        NodeView before = register("w-1");
        NodeView later = written(nodes().writeAddresses(before, ADDRESSES));

        assertThat(nodes().writeAddresses(before, ADDRESSES.subList(0, 2))).isEqualTo(new WriteOutcome.Conflict());
        assertThat(nodes().find(W1)).contains(later);
    }

    @Test
    void annotationsAreAddedToTheExistingOnes() {
        NodeView first = written(nodes().annotate(register("w-1"), Map.of(VM, "1", KEEP, "1")));

        NodeView second = written(nodes().annotate(first, Map.of(KEEP, "2")));

        assertThat(second.meta().annotations()).containsEntry(VM, "1").containsEntry(KEEP, "2");
    }

    @Test
    void existingValuesAreNotWrittenAgain() {
        NodeView addressed = written(nodes().writeAddresses(register("w-1"), ADDRESSES));
        NodeView done = written(nodes().initialise(addressed, PATCH));

        assertThat(nodes().writeAddresses(done, ADDRESSES)).isEqualTo(new WriteOutcome.Written(done));
        assertThat(nodes().annotate(done, PATCH.annotations())).isEqualTo(new WriteOutcome.Written(done));
        assertThat(nodes().initialise(done, PATCH)).isEqualTo(new WriteOutcome.Written(done));
        assertThat(nodes().find(W1)).contains(done);
    }

    @Test
    void writesToADeletedNodeReturnVanished() {
        NodeView seen = register("w-1");
        delete("w-1");

        assertThat(nodes().writeAddresses(seen, ADDRESSES)).isEqualTo(new WriteOutcome.Vanished());
        assertThat(nodes().annotate(seen, Map.of("a", "1"))).isEqualTo(new WriteOutcome.Vanished());
        assertThat(nodes().initialise(seen, PATCH)).isEqualTo(new WriteOutcome.Vanished());
        assertThat(nodes().addShutdownTaint(seen)).isEqualTo(new WriteOutcome.Vanished());
        assertThat(nodes().removeShutdownTaint(seen)).isEqualTo(new WriteOutcome.Vanished());
        assertThat(nodes().delete(seen)).isEqualTo(new DeleteOutcome.Vanished());
    }

    @Test
    void nothingIsWrittenToALaterNodeOfTheSameName() {
        NodeView first = register("w-1");
        delete("w-1");
        NodeView second = register("w-1");

        assertThat(nodes().writeAddresses(first, ADDRESSES)).isEqualTo(new WriteOutcome.Conflict());
        assertThat(nodes().annotate(first, Map.of("a", "1"))).isEqualTo(new WriteOutcome.Conflict());
        assertThat(nodes().initialise(first, PATCH)).isEqualTo(new WriteOutcome.Conflict());
        assertThat(nodes().addShutdownTaint(first)).isEqualTo(new WriteOutcome.Conflict());
        assertThat(nodes().delete(first)).isEqualTo(new DeleteOutcome.Conflict());
        assertThat(nodes().find(W1)).contains(second);
    }

    @Test
    void aProviderIdIsNeverReplaced() {
        NodeView node = written(nodes().initialise(register("w-1"), PATCH));
        Optional<ProviderId> other = ProviderId.parse("vsphere://00000000-a1b2-c3d4-e5f6-0123456789ab");

        assertThat(nodes().initialise(node, new InitialisationPatch(other, Map.of(), Map.of())))
                .isInstanceOf(WriteOutcome.Refused.class);
        assertThat(nodes().find(W1)).contains(node);
    }

    @Test
    void theReportedHealthIsFound() {
        NodeView fresh = register("w-1");
        NodeView silent = report("w-1", Ready.UNKNOWN, HEARTBEAT);

        assertThat(silent.health()).isEqualTo(new NodeHealth(Ready.UNKNOWN, HEARTBEAT, false, false, false));
        assertThat(silent.meta().uid()).isEqualTo(fresh.meta().uid());
        assertThat(silent.isUninitialised()).isTrue();
    }

    @Test
    void theShutdownTaintIsAddedOnceAndRemovedOnce() {
        register("w-1");
        NodeView before = report("w-1", Ready.FALSE, HEARTBEAT);

        NodeView tainted = written(nodes().addShutdownTaint(before));
        assertThat(tainted.health()).isEqualTo(new NodeHealth(Ready.FALSE, HEARTBEAT, true, false, false));
        assertThat(tainted.isUninitialised()).as("the other taint stays").isTrue();
        assertThat(nodes().find(W1)).contains(tainted);
        assertThat(nodes().addShutdownTaint(tainted)).isEqualTo(new WriteOutcome.Written(tainted));

        NodeView free = written(nodes().removeShutdownTaint(tainted));
        assertThat(free.health()).isEqualTo(before.health());
        assertThat(free.isUninitialised()).isTrue();
        assertThat(nodes().removeShutdownTaint(free)).isEqualTo(new WriteOutcome.Written(free));
        assertThat(nodes().find(W1)).contains(free);
    }

    @Test
    void initialisingLeavesTheShutdownTaint() {
        NodeView tainted = written(nodes().addShutdownTaint(register("w-1")));

        NodeView now = written(nodes().initialise(tainted, PATCH));

        assertThat(now.isUninitialised()).isFalse();
        assertThat(now.health().shutdownTaint()).isTrue();
    }

    @Test
    void noTaintIsWrittenOverAnOlderState() {
        NodeView before = register("w-1");
        NodeView later = label("w-1", "rack", "7");

        assertThat(nodes().addShutdownTaint(before)).isEqualTo(new WriteOutcome.Conflict());
        assertThat(nodes().removeShutdownTaint(before)).isEqualTo(new WriteOutcome.Conflict());
        assertThat(nodes().find(W1)).contains(later);
    }

    @Test
    void aNodeIsDeletedOnce() {
        NodeView seen = register("w-1");
        NodeView other = register("w-2");

        assertThat(nodes().delete(seen)).isEqualTo(new DeleteOutcome.Deleted());
        awaitGone("w-1");

        assertThat(nodes().delete(seen)).isEqualTo(new DeleteOutcome.Vanished());
        assertThat(nodes().find(other.name())).contains(other);
    }

    @Test
    void aNodeThatChangedSinceItWasSeenIsNotDeleted() {
        NodeView before = register("w-1");
        NodeView later = report("w-1", Ready.TRUE, HEARTBEAT);

        assertThat(nodes().delete(before)).isEqualTo(new DeleteOutcome.Conflict());
        assertThat(nodes().find(W1)).contains(later);
    }

    private static NodeView written(WriteOutcome outcome) {
        return switch (outcome) {
            case WriteOutcome.Written(NodeView now) -> now;
            case WriteOutcome other -> throw new AssertionError("not written but " + other);
        };
    }
}
