package dev.vspherecloud.ccm.cluster;

import static dev.vspherecloud.ccm.cluster.NodeFixtures.fresh;
import static dev.vspherecloud.ccm.cluster.NodeFixtures.known;
import static dev.vspherecloud.ccm.cluster.NodeFixtures.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.domain.identity.NodeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeStoreTest {
    private static final NodeName W1 = new NodeName("w-1");

    private final List<NodeName> notified = new ArrayList<>();
    private final NodeStore store = new NodeStore(notified::add);

    @Test
    @Conforms("J13")
    void heartbeatUpdatesAreStoredWithoutNotification() {
        store.onUpdated(known(node("w-1", 1, "", "[]", "2026-01-02T10:00:00Z")));
        store.onUpdated(known(node("w-1", 2, "", "[]", "2026-01-02T10:05:00Z")));

        assertThat(notified).containsExactly(W1);
        assertThat(version()).contains("2");
        assertThat(store.find(W1))
                .hasValueSatisfying(
                        node -> assertThat(node.view().health().heartbeat()).isEqualTo("2026-01-02T10:05:00Z"));
    }

    @Test
    void changesOfItsHealthNotify() {
        String well = node("w-1", 1, "", "[]", "");
        store.onUpdated(known(well));
        store.onUpdated(known(well.replace("\"True\"", "\"Unknown\"")));
        store.onUpdated(known(well.replace("\"taints\":[]", "\"taints\":[{\"key\":\"karpenter.sh/disrupted\"}]")));

        assertThat(notified).containsExactly(W1, W1, W1);
    }

    @Test
    void taintsAreStoredForTheNextWriteWithoutNotification() {
        store.onUpdated(known(node("w-1", 1, "", "[]", "")));
        store.onUpdated(known(node("w-1", 2, "", "[{\"key\":\"a\"}]", "")));

        assertThat(notified).hasSize(1);
        assertThat(store.find(W1))
                .hasValueSatisfying(node -> assertThat(node.taints().all()).hasSize(1));
    }

    @Test
    void anOwnWriteIsVisibleAtOnceAndNotUndoneByAnOlderWatchEvent() {
        store.onUpdated(known(fresh("w-1", 1)));
        store.written(known(node("w-1", 5, "vsphere://x", "[]", "")));
        store.onUpdated(known(fresh("w-1", 3)));

        assertThat(version()).contains("5");
        assertThat(notified).containsExactly(W1, W1);
    }

    @Test
    void theWatchWinsOnceItHasCaughtUp() {
        store.onUpdated(known(fresh("w-1", 5)));
        store.written(known(node("w-1", 6, "vsphere://x", "[]", "")));
        store.onUpdated(known(node("w-1", 6, "vsphere://x", "[]", "")));
        store.onUpdated(known(fresh("w-1", 2)));

        assertThat(version()).as("as after etcd was restored from a backup").contains("2");
    }

    @Test
    void aListThatBeganAfterTheResponseOfAWriteOverridesIt() {
        store.onUpdated(known(fresh("w-1", 5)));
        store.written(known(node("w-1", 9, "vsphere://x", "[]", "")));
        notified.clear();

        store.onListStarted();
        store.onListed(known(fresh("w-1", 3)));

        assertThat(version()).as("as after etcd was restored from a backup").contains("3");
        assertThat(notified).containsExactly(W1);
        store.onUpdated(known(fresh("w-1", 4)));
        assertThat(version())
                .as("the watch of the restored etcd counts from there")
                .contains("4");
    }

    @Test
    void aListThatBeganBeforeTheResponseOfAWriteMayBeOlder() {
        store.onUpdated(known(fresh("w-1", 5)));
        store.onListStarted();
        store.written(known(node("w-1", 9, "vsphere://x", "[]", "")));

        store.onListed(known(fresh("w-1", 5)));
        assertThat(version()).contains("9");

        store.onListStarted();
        store.onListed(known(fresh("w-1", 5)));
        assertThat(version()).contains("5");
    }

    @Test
    void anOlderResponseDoesNotReplaceANewerWatchEvent() {
        store.onUpdated(known(fresh("w-1", 7)));
        store.written(known(node("w-1", 6, "vsphere://x", "[]", "")));

        assertThat(version()).contains("7");
    }

    @Test
    void aWriteDoesNotRestoreADeletedOrRecreatedNode() {
        store.written(known(fresh("w-1", 4)));
        assertThat(store.find(W1)).isEmpty();

        store.onUpdated(known(fresh("w-1", 5).replace("uid-w-1", "uid-second")));
        store.written(known(fresh("w-1", 6)));
        assertThat(version()).contains("5");
    }

    @Test
    void theWatchWinsIfVersionsAreNotNumbers() {
        store.onUpdated(known(fresh("w-1", 1).replace("\"1\"", "\"abc\"")));
        store.written(known(fresh("w-1", 2).replace("\"2\"", "\"abd\"")));

        assertThat(version()).contains("abc");
    }

    @Test
    void aNodeThatACompleteListLacksIsDeleted() {
        store.onUpdated(known(fresh("w-1", 1)));
        store.onUpdated(known(fresh("w-2", 2)));
        notified.clear();

        store.retain(Set.of(W1));

        assertThat(notified).containsExactly(new NodeName("w-2"));
        assertThat(store.find(new NodeName("w-2"))).isEmpty();
    }

    @Test
    void aDeletionNotifiesOnce() {
        store.onUpdated(known(fresh("w-1", 1)));
        notified.clear();

        store.onDeleted(W1);
        store.onDeleted(W1);

        assertThat(notified).containsExactly(W1);
    }

    private Optional<String> version() {
        return store.find(W1).map(CachedNode::resourceVersion);
    }
}
