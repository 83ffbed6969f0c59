package dev.vspherecloud.vsphere.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.datacenter.DatacenterMatch;
import dev.vspherecloud.domain.datacenter.DatacenterRule;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.time.EventTimeout;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.SoapService;
import dev.vspherecloud.vsphere.client.VcenterSession;
import dev.vspherecloud.vsphere.client.soap.SoapEndpoint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests how a watcher finds a datacenter that is in a folder: `/F0/vc-a-dc`.
class DatacenterFolderIT {
    @TempDir
    private Path folder;

    private VcenterSite site;
    private MoRef datacenter;
    private RunningWatcher watcher;

    @BeforeEach
    void start() throws Exception {
        site = VcenterSite.start("vc-a", folder);
        site.addVms("w", 0, 1);
        datacenter = new MoRef(
                "Datacenter",
                site.vcenter().inventory().datacenters().getFirst().ref());
        var credentials = new Credentials(
                site.vcenter().username(), new Secret(site.vcenter().password()));
        watcher = new RunningWatcher(site.proxy().port(), credentials, false);
        call(session -> {
            SoapService vim = vim(session);
            MoRef made = vim.read(
                            vim.request("CreateFolder", session.content().rootFolder(), xml -> xml.leaf("name", "F0")))
                    .ref()
                    .orElseThrow();
            vim.startTask(vim.request(
                    "MoveIntoFolder_Task", made, xml -> xml.leaf("list", datacenter.value(), "type", "Datacenter")));
        });
    }

    @AfterEach
    void stop() {
        watcher.close();
        site.close();
    }

    @Test
    void aRelativePathNamesADatacenterInAFolder() throws Exception {
        configure("F0/vc-a-dc");
        watcher.follow("w-0", site.uuid("w", 0, 1));

        watcher.awaitFound("w-0", _ -> true);

        assertThat(watcher.watcher().datacenters())
                .extracting(DatacenterMatch::text)
                .containsExactly("F0/vc-a-dc -> /F0/vc-a-dc (%s)".formatted(datacenter.value()));
    }

    @Test
    void aRenamedDatacenterIsFoundInTheSameSession() throws Exception {
        configure("b*");
        watcher.follow("w-0", site.uuid("w", 0, 1));
        watcher.await("w-0", VmLookup.Elsewhere.class::isInstance);

        call(session -> rename(session, datacenter, "berlin"));

        watcher.awaitFound("w-0", _ -> true);
        assertThat(site.proxy().calls().count("Login")).isEqualTo(1);
    }

    @Test
    void aPatternThatFitsSeveralDatacentersNamesNone() throws Exception {
        call(session -> addDatacenter(session, "vc-a-dc-2"));
        configure("vc-a*");
        watcher.follow("w-0", site.uuid("w", 0, 1));

        var elsewhere = (VmLookup.Elsewhere) watcher.await("w-0", VmLookup.Elsewhere.class::isInstance);

        assertThat(elsewhere.datacenter().text("vc-a"))
                .startsWith("in datacenter \"/F0/vc-a-dc\", which the key datacenters of vCenter vc-a does not name"
                        + " (vc-a* -> several, so none of them: /F0/vc-a-dc (")
                .endsWith("add \"/F0/vc-a-dc\"");
    }

    /// Nothing but another read shows that one of several datacenters is gone.
    @Test
    void whileAPatternFitsSeveralDatacentersTheyAreReadEveryFiveMinutes() throws Exception {
        var now = new AtomicLong();
        var rule = DatacenterRule.of(List.of("vc-a*"));
        var check = new DatacenterCheck("vc-a", rule, now::get);
        call(session -> {
            MoRef second = addDatacenter(session, "vc-a-dc-2");
            assertThat(check.check(session, rule, Map.of())).isTrue();
            rename(session, second, "other");

            now.addAndGet(Duration.ofMinutes(5).toNanos() - 1);
            assertThat(check.check(session, rule, Map.of())).isFalse();
            now.incrementAndGet();
            assertThat(check.check(session, rule, Map.of())).isTrue();
        });

        assertThat(check.selection().orElseThrow().unresolved()).isEmpty();
    }

    private static MoRef addDatacenter(VcenterSession session, String name) {
        SoapService vim = vim(session);
        return vim.read(vim.request("CreateDatacenter", session.content().rootFolder(), xml -> xml.leaf("name", name)))
                .ref()
                .orElseThrow();
    }

    private static void rename(VcenterSession session, MoRef object, String name) {
        SoapService vim = vim(session);
        vim.startTask(vim.request("Rename_Task", object, xml -> xml.leaf("newName", name)));
    }

    private void configure(String value) {
        watcher.watcher().reconfigure(RunningWatcher.settings(false, value));
    }

    private static SoapService vim(VcenterSession session) {
        return session.service(new SoapEndpoint("/sdk", "urn:vim25", "", false));
    }

    /// Runs calls in the session of the watcher.
    private void call(Consumer<VcenterSession> calls) throws Exception {
        var called = new CompletableFuture<Void>();
        watcher.watcher().enqueueQuery(session -> {
            try {
                calls.accept(session);
                called.complete(null);
            } catch (RuntimeException | AssertionError e) {
                called.completeExceptionally(e);
            }
        });
        called.get(EventTimeout.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
}
