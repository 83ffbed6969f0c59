package dev.vspherecloud.ccm.application.scenario;

import static dev.vspherecloud.testkit.inventory.VmSpec.change;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.proxy.Call;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.servers.SimulatedKubelets;
import dev.vspherecloud.testkit.time.EventTimeout;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// An idle cluster costs the same few calls, whatever its size and whatever else vCenter contains. The log has no
/// lines.
///
/// The test watches five vCenters over the same two minutes:
///
/// - 10 Nodes;
/// - 300 Nodes;
/// - 300 Nodes, with 3,000 other VMs and 300 tag categories;
/// - 300 Nodes, none of which is ready;
/// - 300 Nodes whose guests rewrite their addresses every 30 seconds.
class IdleScenario {
    private static final Duration WINDOW = Duration.ofMinutes(2);
    private static final String POLL = "WaitForUpdatesEx";

    /// Each poll lasts 30 seconds plus its response. The last one may begin after the end of the window.
    private static final long POLLS = 4;
    private static final int CHATTER_SECONDS = 30;

    @Test
    @Conforms("J12 NS1 NS2 NS3 NS4")
    void anIdleClusterCostsTenCallsAMinuteWhateverItsSize() throws InterruptedException {
        try (var bed = TestBed.start()) {
            VcenterSite small = bed.addVcenter("small");
            VcenterSite large = bed.addVcenter("large");
            VcenterSite crowded = bed.addVcenter("crowded");
            VcenterSite silent = bed.addVcenter("silent");
            VcenterSite chatty = bed.addVcenter("chatty");
            crowded.addVms("other", 1000, 4000);
            crowded.vcenter().addCategories(unrelatedCategories());
            addNodes(bed, small, "f", 10);
            addNodes(bed, large, "l", 300);
            addNodes(bed, crowded, "c", 300);
            addNodes(bed, silent, "s", 300);
            List<String> chattyVms = addNodes(bed, chatty, "t", 300);
            Program program = bed.run();
            bed.objects().awaitNodes(EventTimeout.LIMIT, all -> all.stream().allMatch(NodeAssertions::isInitialised));
            new SimulatedKubelets(bed.objects(), InstantSource.system())
                    .stopHeartbeats(
                            IntStream.range(0, 300).mapToObj(n -> "s-" + n).toList());
            List<Window> windows = awaitTagRead(bed);
            Instant to =
                    windows.stream().map(Window::end).max(Instant::compareTo).orElseThrow();
            long apiBefore = bed.apiProxy().calls().mark();
            String logBefore = program.log();
            try (var chatter = Executors.newSingleThreadScheduledExecutor()) {
                var rewriting = chatter.scheduleAtFixedRate(
                        () -> rewriteAddresses(chatty, chattyVms), 1, CHATTER_SECONDS, TimeUnit.SECONDS);
                chatter.awaitTermination(
                        Duration.between(InstantSource.system().instant(), to).toMillis(), TimeUnit.MILLISECONDS);
                assertThat(rewriting.isDone()).isFalse();
                chatter.shutdownNow();
            }

            String description = windows.stream().map(Window::describe).collect(Collectors.joining());
            Calls least = windows.getFirst().calls();
            for (Window quiet : windows.subList(0, 4)) {
                assertThat(quiet.calls().count()).as(description).isLessThanOrEqualTo(perWindow(10));
                assertThat(besidesPolls(quiet.calls())).as(description).isEqualTo(besidesPolls(least));
                assertThat(quiet.calls().countWhere(call -> call.name().equals(POLL)))
                        .as(description)
                        .isBetween(POLLS - 1, POLLS);
                assertThat((double) bytes(quiet.calls())).as(description).isLessThanOrEqualTo(1.2 * bytes(least));
            }
            assertThat(windows.getLast().calls().count()).as(description).isLessThanOrEqualTo(perWindow(30));
            Calls api = bed.apiProxy().calls().since(apiBefore);
            assertThat(api.countWhere(call -> call.name().startsWith("patch ")))
                    .as(api.describe())
                    .isZero();
            assertThat(program.log().substring(logBefore.length()))
                    .as("log lines without any change")
                    .isEmpty();
        }
    }

    private static Map<String, Long> besidesPolls(Calls calls) {
        var counts = new LinkedHashMap<>(calls.countByName());
        counts.remove(POLL);
        return counts;
    }

    /// Two minutes of one vCenter.
    private record Window(VcenterSite site, Instant start) {
        Instant end() {
            return start.plus(WINDOW);
        }

        Calls calls() {
            return site.proxy().calls().all().between(start, end());
        }

        String describe() {
            return site.name() + "\n" + calls().describe();
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

    /// Waits for the next read of the tags. The program reads them once a minute, so windows that start with it
    /// have equal numbers of reads.
    private static List<Window> awaitTagRead(TestBed bed) throws InterruptedException {
        Instant now = InstantSource.system().instant();
        Predicate<Call> isTagRead =
                call -> call.at().isAfter(now) && call.name().endsWith("list-attached-tags-on-objects");
        var windows = new ArrayList<Window>();
        for (VcenterSite site : bed.sites()) {
            assertThat(site.proxy().calls().await(calls -> calls.countWhere(isTagRead) > 0, Duration.ofSeconds(70)))
                    .isTrue();
            windows.add(new Window(
                    site,
                    site.proxy()
                            .calls()
                            .all()
                            .where(isTagRead)
                            .list()
                            .getFirst()
                            .at()));
        }
        return windows;
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
}
