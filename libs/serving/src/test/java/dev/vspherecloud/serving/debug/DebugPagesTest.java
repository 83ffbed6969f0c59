package dev.vspherecloud.serving.debug;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.serving.Handler;
import dev.vspherecloud.serving.Requests;
import dev.vspherecloud.testkit.time.ManualClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DebugPagesTest {
    private static String get(Handler page, String target) {
        return page.handle(Requests.get(target)).body();
    }

    @Test
    void theVerbosityIsSetByPut() {
        List<Integer> levels = new ArrayList<>();
        var page = new VerbosityPage(levels::add);

        assertThat(page.handle(Requests.of("PUT", "/debug/flags/v", "4\n")).body())
                .isEqualTo("successfully set klog.logging.verbosity to 4");
        assertThat(levels).containsExactly(4);
        assertThat(page.methods()).containsExactly("PUT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "much", "4.5", "99999999999"})
    void anInvalidVerbosityIsRefused(String body) {
        List<Integer> levels = new ArrayList<>();

        assertThat(new VerbosityPage(levels::add)
                        .handle(Requests.of("PUT", "/debug/flags/v", body))
                        .status())
                .isEqualTo(400);
        assertThat(levels).isEmpty();
    }

    @Test
    void virtualThreadsAreShownToo(@TempDir Path folder) throws InterruptedException {
        var end = new CountDownLatch(1);
        Thread waiting = Thread.ofVirtual().name("waits-for-the-end").start(() -> await(end));

        String dump = get(new ThreadsPage(List.of(folder.resolve("missing"), folder)), "/debug/threads");

        assertThat(dump).contains("waits-for-the-end", "DebugPagesTest");
        assertThat(folder).isEmptyDirectory();
        end.countDown();
        waiting.join();
    }

    private static void await(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void withoutAWritableDirectoryPlatformThreadsAreShown(@TempDir Path folder) {
        assertThat(get(new ThreadsPage(List.of(folder.resolve("missing"))), "/debug/threads"))
                .startsWith("Virtual threads are not shown, because no directory is writable")
                .contains("\"" + Thread.currentThread().getName() + "\"", "DebugPagesTest");
    }

    @Test
    void theHeapIsShownAndItsClassesOnRequest() {
        assertThat(get(new HeapPage(), "/debug/heap"))
                .contains("heap", "committed", "collector")
                .doesNotContain("#bytes");
        assertThat(get(new HeapPage(), "/debug/heap?classes")).contains("#bytes", "java.lang.String");
    }

    @Test
    void pprofPagesNameTheAlternatives() {
        assertThat(new PprofPage().handle(Requests.get("/debug/pprof/")).status())
                .isEqualTo(200);
        assertThat(new PprofPage().handle(Requests.get("/debug/pprof/heap")).status())
                .isEqualTo(404);
        assertThat(get(new PprofPage(), "/debug/pprof/heap")).contains("/debug/heap");
    }

    @Test
    void theStatusShowsStartTimeAndVersion() {
        ManualClock clock = ManualClock.started();
        var page = new StatusPage("program", "1.2", clock.instant(), clock, () -> List.of("/healthz", "/statusz"));
        clock.advance(Duration.ofSeconds(3_723));

        assertThat(get(page, "/statusz"))
                .startsWith("\nprogram statusz\n")
                .contains(
                        "Started: 2026-01-01T00:00:00Z\n",
                        "Up: 1 hr 02 min 03 sec\n",
                        "Binary version: 1.2\n",
                        "Paths: /healthz /statusz\n");
    }

    @Test
    void theFlagsAreSorted() {
        assertThat(get(new FlagsPage("program", Map.of("v", "0", "leader-elect", "true")), "/flagz"))
                .startsWith("\nprogram flagz\n")
                .endsWith("\nleader-elect=true\nv=0\n");
    }
}
