package dev.vspherecloud.ccm.scenario;

import static dev.vspherecloud.testkit.servers.VmSpec.change;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.servers.VmSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A cluster in which nothing happens costs the same few calls, whatever its size and whatever else vCenter holds.
///
/// Four vCenters are watched over the same two minutes: 10 Nodes; 300 Nodes; 300 Nodes beside 3,000 other VMs and 300 tag
/// categories; 300 Nodes whose guests rewrite their addresses every 30 seconds.
class IdleScenario {
    private static final Duration WINDOW = Duration.ofMinutes(2);
    private static final int CHATTER_SECONDS = 30;

    @Test
    void anIdleClusterCostsTenCallsAMinuteWhateverItsSize() throws InterruptedException {
        try (var bed = TestBed.start()) {
            VcenterSite small = bed.addVcenter("small");
            VcenterSite large = bed.addVcenter("large");
            VcenterSite crowded = bed.addVcenter("crowded");
            VcenterSite chatty = bed.addVcenter("chatty");
            crowded.addVms("other", 1000, 4000);
            crowded.vcenter().addCategories(unrelatedCategories());
            addNodes(bed, small, "s", 10);
            addNodes(bed, large, "l", 300);
            addNodes(bed, crowded, "c", 300);
            List<String> chattyVms = addNodes(bed, chatty, "t", 300);
            bed.run();
            bed.objects().awaitNodes(Duration.ofSeconds(120), all -> all.stream().allMatch(Expect::isInitialised));
            awaitQuiet(bed);

            var before = new LinkedHashMap<String, Long>();
            bed.sites().forEach(site -> before.put(site.name(), site.proxy().calls().mark()));
            long apiBefore = bed.apiProxy().calls().mark();
            try (var chatter = Executors.newSingleThreadScheduledExecutor()) {
                chatter.scheduleAtFixedRate(
                        () -> rewriteAddresses(chatty, chattyVms), 1, CHATTER_SECONDS, TimeUnit.SECONDS);
                chatter.awaitTermination(WINDOW.toSeconds(), TimeUnit.SECONDS);
                chatter.shutdownNow();
            }

            Map<String, Calls> calls = new LinkedHashMap<>();
            bed.sites()
                    .forEach(site -> calls.put(
                            site.name(), site.proxy().calls().since(before.get(site.name()))));
            String seen = describe(calls);
            System.out.println(seen);
            for (String quiet : List.of("small", "large", "crowded")) {
                assertThat(calls.get(quiet).count()).as(seen).isLessThanOrEqualTo(perWindow(10));
                assertThat(calls.get(quiet).names()).as(seen).hasSameElementsAs(calls.get("small").names());
                assertThat((double) bytes(calls.get(quiet)))
                        .as(seen)
                        .isLessThanOrEqualTo(1.2 * bytes(calls.get("small")));
            }
            assertThat(calls.get("chatty").count()).as(seen).isLessThanOrEqualTo(perWindow(30));
            assertThat(bed.apiProxy().calls().since(apiBefore).countWhere(call -> call.name().startsWith("patch ")))
                    .as(bed.apiProxy().calls().since(apiBefore).describe())
                    .isZero();
        }
    }

    private static List<String> addNodes(TestBed bed, VcenterSite site, String prefix, int count) {
        List<String> refs = site.addVms(prefix, 0, count);
        bed.objects().createNodes(site.nodes(prefix, 0, count));
        return refs;
    }

    private static Map<String, List<String>> unrelatedCategories() {
        var categories = new LinkedHashMap<String, List<String>>();
        IntStream.range(0, 300).forEach(n -> categories.put("unrelated-" + n, List.of("tag-" + n)));
        return categories;
    }

    /// What follows the first initialisation (the last Events, the last look at the tags) is over.
    private static void awaitQuiet(TestBed bed) throws InterruptedException {
        for (VcenterSite site : bed.sites()) {
            long mark = site.proxy().calls().mark();
            assertThat(site.proxy().calls().await(calls -> calls.count() > mark + 1, Duration.ofSeconds(70)))
                    .isTrue();
        }
    }

    private static void rewriteAddresses(VcenterSite site, List<String> refs) {
        var changes = new ArrayList<VmSpec>();
        for (int n = 0; n < refs.size(); n++) {
            changes.add(change(refs.get(n)).address(VcenterSite.address(n) + "/16"));
        }
        site.vcenter().change(changes);
    }

    private static long perWindow(long perMinute) {
        return perMinute * WINDOW.toMinutes();
    }

    private static long bytes(Calls calls) {
        return calls.requestBytes() + calls.responseBytes();
    }

    private static String describe(Map<String, Calls> calls) {
        var text = new StringBuilder();
        calls.forEach((site, seen) -> text.append(site).append('\n').append(seen.describe()));
        return text.toString();
    }
}
