package dev.vspherecloud.ccm.application;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.vspherecloud.ccm.cluster.NodeBytes;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.testkit.fuzz.FuzzedNode;
import dev.vspherecloud.testkit.vim25.Vim25Schema;
import dev.vspherecloud.vsphere.client.RecordingVcenter;
import dev.vspherecloud.vsphere.inventory.NodeRequests;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/// Writes arbitrary content on a Node. No request to vCenter that follows from it throws an exception, and vCenter
/// accepts each request. A valid Node in the same request gets the same answer as alone.
///
/// A normal run uses the corpus next to the resources. With `JAZZER_FUZZ=1` the test runs until you stop it.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodeToVcenterFuzzTest {
    private static final Vim25Schema SCHEMA = Vim25Schema.vsphere67u3();
    private static final EventPosition NEWEST = new EventPosition(9000, Instant.parse("2026-01-02T12:00:00Z"));

    /// The names that the API server allows for a Node. A kubelet cannot choose another.
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?");

    private static final RecordedVm GOOD = RecordedVm.from(Map.of(
                    RecordedVm.VCENTER, RecordingVcenter.INSTANCE.toString(),
                    RecordedVm.VM, "vm-7",
                    RecordedVm.INSTANCE_UUID, "52377558-a1b2-c3d4-e5f6-0123456789ab",
                    RecordedVm.HOME, "Folder:group-v3 ResourcePool:resgroup-8 HostSystem:host-10",
                    RecordedVm.SEEN, "5030 2026-01-02T11:00:00Z"))
            .orElseThrow();

    private static final int MAX_REQUEST = 5_000;
    private static final int MAX_KEPT = 1_000;

    private final Set<String> accepted = new HashSet<>();
    private final RecordingVcenter vcenter = new RecordingVcenter();
    private final NodeRequests nodeRequests = new NodeRequests(vcenter.session(), NEWEST);

    @AfterAll
    void close() {
        vcenter.close();
    }

    @FuzzTest(maxDuration = "60s")
    void node(byte[] bytes) {
        Optional<NodeView> node = NodeBytes.read(FuzzedNode.json(bytes))
                .filter(read -> NAME.matcher(read.name().value()).matches());
        if (node.isPresent() && node.get().identity() instanceof NodeIdentity.OnVsphere(VmQuery query)) {
            vcenter.takeRequests();
            nodeRequests.search(query);
            query.recorded().ifPresent(recorded -> checkAbsence(query, recorded));
            List<String> requests = vcenter.takeRequests();
            assertThat(requests).isNotEmpty();
            requests.forEach(this::assertAccepted);
        }
    }

    /// Most documents were sent before, and the schema check takes longer than everything else.
    private void assertAccepted(String document) {
        assertThat(document).hasSizeLessThanOrEqualTo(MAX_REQUEST);
        if (accepted.size() > MAX_KEPT) {
            accepted.clear();
        }
        if (accepted.add(document)) {
            assertThat(SCHEMA.check(document)).as(document).isEmpty();
        }
    }

    private void checkAbsence(VmQuery query, RecordedVm recorded) {
        var spoilt = new ExistenceCheckRequest(query, recorded, Optional.of(NEWEST), true, false, List.of());
        var good = new ExistenceCheckRequest(
                new VmQuery(new NodeName("good"), Optional.empty(), Optional.empty(), Optional.of(GOOD)),
                GOOD,
                Optional.of(NEWEST),
                true,
                false,
                List.of());
        nodeRequests.checkReference(spoilt);

        assertThat(nodeRequests.probeOwner(List.of(spoilt, good)).get(good))
                .isEqualTo(nodeRequests.probeOwner(List.of(good)).get(good));
    }
}
