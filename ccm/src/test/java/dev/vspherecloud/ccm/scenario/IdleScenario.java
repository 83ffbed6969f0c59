package dev.vspherecloud.ccm.scenario;

import static dev.vspherecloud.testkit.servers.VmSpec.change;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.Call;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.servers.VmSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A cluster in which nothing happens costs the same few calls, whatever its size and whatever else vCenter holds.
///
/// Four vCenters are watched over the same two minutes: 10 Nodes; 300 Nodes; 300 Nodes beside 3,000 other VMs and
/// 300 tag categories; 300 Nodes whose guests rewrite their addresses every 30 seconds.
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
            bed.objects()
                    .awaitNodes(Duration.ofSeconds(120), all -> all.stream().allMatch(Expect::isInitialised));
            Map<String, Instant> from = awaitLookAtTheTags(bed);
            Instant to = Collections.max(from.values()).plus(WINDOW);
            long apiBefore = bed.apiProxy().calls().mark();
            try (var chatter = Executors.newSingleThreadScheduledExecutor()) {
                chatter.scheduleAtFixedRate(
                        () -> rewriteAddresses(chatty, chattyVms), 1, CHATTER_SECONDS, TimeUnit.SECONDS);
                chatter.awaitTermination(
                        Duration.between(InstantSource.system().instant(), to).toMillis(), TimeUnit.MILLISECONDS);
                chatter.shutdownNow();
            }

            Map<String, Calls> calls = new LinkedHashMap<>();
            for (VcenterSite site : bed.sites()) {
                Instant start = from.get(site.name());
                calls.put(site.name(), site.proxy().calls().all().between(start, start.plus(WINDOW)));
            }
            String seen = describe(calls);
            for (String quiet : List.of("small", "large", "crowded")) {
                assertThat(calls.get(quiet).count()).as(seen).isLessThanOrEqualTo(perWindow(10));
                assertThat(calls.get(quiet).names())
                        .as(seen)
                        .hasSameElementsAs(calls.get("small").names());
                assertThat((double) bytes(calls.get(quiet)))
                        .as(seen)
                        .isLessThanOrEqualTo(1.2 * bytes(calls.get("small")));
            }
            assertThat(calls.get("chatty").count()).as(seen).isLessThanOrEqualTo(perWindow(30));
            assertThat(bed.apiProxy().calls().since(apiBefore).countWhere(call -> call.name()
                            .startsWith("patch ")))
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

    /// Tags are looked at once a minute: each vCenter's window starts with such a look, so that all windows hold as
    /// many.
    private static Map<String, Instant> awaitLookAtTheTags(TestBed bed) throws InterruptedException {
        var looks = new HashMap<String, Instant>();
        for (VcenterSite site : bed.sites()) {
            long mark = site.proxy().calls().mark();
            Predicate<Call> isLook =
                    call -> call.number() >= mark && call.name().endsWith("list-attached-tags-on-objects");
            assertThat(site.proxy().calls().await(calls -> calls.countWhere(isLook) > 0, Duration.ofSeconds(70)))
                    .isTrue();
            Calls since = site.proxy().calls().all().where(isLook);
            looks.put(site.name(), since.list().getFirst().at());
        }
        return looks;
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
