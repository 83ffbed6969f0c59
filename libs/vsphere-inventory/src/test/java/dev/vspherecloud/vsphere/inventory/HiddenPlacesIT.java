package dev.vspherecloud.vsphere.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.ActiveRule;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.Timeouts;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests objects that vCenter returns without properties, as it does if the account lacks the privilege.
class HiddenPlacesIT {
    private static final long START = Duration.ofHours(1).toNanos();

    @TempDir
    Path folder;

    private VcenterSite site;
    private VcenterClient client;
    private VcenterSession session;
    private VmWatch watch;
    private MoRef cluster;
    private MoRef root;

    @BeforeEach
    void start() {
        site = VcenterSite.start("vc-a", folder);
        var endpoint = new VcenterEndpoint(
                "vc-a", "127.0.0.1", site.proxy().port(), new TlsTrust.Insecure(), Optional.empty());
        client = new VcenterClient(endpoint, Timeouts.standard(), "test", VcenterObserver.NONE);
        session = client.login(new Credentials(
                site.vcenter().username(), new Secret(site.vcenter().password())));
        var inventory = site.vcenter().inventory();
        cluster = new MoRef(
                "ClusterComputeResource",
                inventory.cluster("vc-a-dc", "vc-a-cluster-a").ref());
        root = new MoRef("Folder", inventory.rootFolder());
        var vm = new MoRef("VirtualMachine", site.addVms("w", 0, 1).getFirst());
        watch = new VmWatch(
                session, Fixtures.nothingElse(), new AbortableWait("wait"), new UpdateLimit(), System::nanoTime);
        watch.watchVms(Set.of(vm), START);
        watch.awaitUpdates(Duration.ofSeconds(5));
    }

    @AfterEach
    void stop() {
        session.close();
        client.close();
        site.close();
    }

    @Test
    void anObjectWithoutValuesIsHiddenAndReadAgainAfterThirtySeconds() {
        ActiveRule hidden = hide(cluster);
        watch.watchAncestors(START);
        assertThat(place(cluster).isHidden()).isTrue();
        assertThat(watch.ancestors().values().stream().filter(AncestorRecord::isHidden))
                .hasSize(1);
        hidden.close();

        long mark = site.proxy().calls().mark();
        watch.watchAncestors(START + Duration.ofSeconds(29).toNanos());
        assertThat(site.proxy().calls().since(mark).count()).isZero();
        assertThat(place(cluster).isHidden()).isTrue();
        watch.watchAncestors(START + Duration.ofSeconds(31).toNanos());

        assertThat(place(cluster).isHidden()).isFalse();
        assertThat(place(cluster).name()).isEqualTo("vc-a-cluster-a");
    }

    @Test
    void theRootFolderIsNeverHidden() {
        try (ActiveRule _ = hide(root)) {
            watch.watchAncestors(START);
        }

        assertThat(place(root).isHidden()).isFalse();
        assertThat(watch.ancestors().values()).noneMatch(AncestorRecord::isHidden);
    }

    @Test
    void aReadableObjectIsReadOnce() {
        watch.watchAncestors(START);
        long mark = site.proxy().calls().mark();

        watch.watchAncestors(START + Duration.ofHours(1).toNanos());

        assertThat(site.proxy().calls().since(mark).count()).isZero();
    }

    private ActiveRule hide(MoRef place) {
        return site.proxy()
                .add(Rule.on("RetrievePropertiesEx")
                        .then(Fault.mutate(answer -> answer.withBody(Content.of(answer.body()
                                .text()
                                .replaceAll(
                                        "(?s)(<obj [^>]*>%s</obj>)(?:<propSet>.*?</propSet>)+".formatted(place.value()),
                                        "$1"))))));
    }

    private AncestorRecord place(MoRef ref) {
        return Objects.requireNonNull(watch.ancestors().get(ref));
    }
}
