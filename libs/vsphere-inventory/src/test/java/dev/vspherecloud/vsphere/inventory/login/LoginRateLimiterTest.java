package dev.vspherecloud.vsphere.inventory.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.testkit.time.ManualClock;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.inventory.WatchObserver;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource.Reading.Ready;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LoginRateLimiterTest {
    private final ManualClock clock = ManualClock.started();
    private final FailingStore store = new FailingStore();
    private final List<String> sent = new ArrayList<>();
    private AttemptStore attempts = AttemptStore.NONE;
    private LoginRateLimiter rateLimiter = process();

    private LoginRateLimiter process() {
        Instant born = clock.instant();
        return new LoginRateLimiter(
                store, clock, () -> Duration.between(born, clock.instant()).toNanos(), new Random(1));
    }

    @Test
    void anAcceptedLoginHasASession() {
        assertThat(accepted("vc-a:443", "p")).isInstanceOf(LoginResult.LoggedIn.class);
    }

    @Test
    void aRefusalNamesTheTimeOfTheNextAttemptAndHowToAllowItNow() {
        var refused = (LoginResult.Closed<String>) refused("vc-a:443", "p");

        assertThat(refused.refusal()).isEqualTo("no");
        assertThat(refused.cause())
                .startsWith("no login of user CCM on vc-a:443 before 2026-01-01T00:05:")
                .contains("refused these credentials", "come from Secret kube-system/vcenter")
                .endsWith("to try again at once, delete the record");
        assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void whileClosedNothingIsSentAndTheTopicStaysTheSame() {
        refused("vc-a:443", "p");
        var first = (LoginResult.Closed<String>) refused("vc-a:443", "p");
        clock.advance(Duration.ofMinutes(4));
        var later = (LoginResult.Closed<String>) refused("vc-a:443", "p");

        assertThat(later.topic()).isEqualTo(first.topic());
        assertThat(sent).hasSize(1);
    }

    @Test
    void theNextProcessReadsTheRecord() {
        refused("vc-a:443", "p");
        rateLimiter = process();

        assertThat(refused("vc-a:443", "p")).satisfies(LoginRateLimiterTest::isClosedUnsent);
        assertThat(accepted("vc-a:443", "q")).isInstanceOf(LoginResult.LoggedIn.class);
    }

    /// Linked vCenters lose their sessions together when a password changes, and receive the new password together.
    @Test
    void aNewPasswordWithTheSameChecksumDoesNotWaitForAnotherRefusal() {
        refused("vc-a:443", "p");

        assertThat(afterLostSession("vc-b:443", "p")).satisfies(LoginRateLimiterTest::isClosedUnsent);
        assertThat(afterLostSession("vc-b:443", withTheChecksumOf("p"))).isInstanceOf(LoginResult.LoggedIn.class);
    }

    @Test
    void aRestartedProcessTriesANewPasswordWithTheSameChecksum() {
        refused("vc-a:443", "p");
        rateLimiter = process();

        assertThat(refused("vc-a:443", "p")).satisfies(LoginRateLimiterTest::isClosedUnsent);
        assertThat(accepted("vc-a:443", withTheChecksumOf("p"))).isInstanceOf(LoginResult.LoggedIn.class);
    }

    /// Returns another password that has the same checksum with the salt of the record.
    private String withTheChecksumOf(String password) {
        String salt = line(store.text(), "salt").substring("salt ".length());
        int checksum = LoginRecord.checksum(new Secret(password), salt);
        return IntStream.iterate(0, n -> n + 1)
                .mapToObj(n -> "q" + n)
                .filter(other -> LoginRecord.checksum(new Secret(other), salt) == checksum)
                .findFirst()
                .orElseThrow();
    }

    private LoginResult<String> afterLostSession(String server, String password) {
        var request = new LoginRequest(new LoginTarget(server, LoginProtocol.SOAP), ready("CCM", password), true);
        return rateLimiter.logIn(request, WatchObserver.NONE, () -> "", _ -> "session");
    }

    @Test
    void userNamesAreCaseInsensitive() {
        refused("vc-a:443", "p");

        LoginResult<String> result = rateLimiter.logIn(
                new LoginRequest(new LoginTarget("vc-a:443", LoginProtocol.SOAP), ready("ccm", "p"), false),
                WatchObserver.NONE,
                () -> "",
                _ -> "session");

        assertThat(result).satisfies(LoginRateLimiterTest::isClosedUnsent);
    }

    @Test
    void aDeletedRecordAllowsALoginAndKeepsItsSalt() {
        refused("vc-a:443", "p");
        String before = store.text();
        store.memory.clear();

        assertThat(refused("vc-a:443", "p")).satisfies(LoginRateLimiterTest::isRefused);
        assertThat(line(store.text(), "salt")).isEqualTo(line(before, "salt"));
    }

    @Test
    void anAttemptIsRecordedBeforeItIsSent() {
        rateLimiter.logIn(
                request("vc-a:443", "p"),
                WatchObserver.NONE,
                () -> {
                    assertThat(store.memory.read().texts()).isEmpty();
                    return "";
                },
                _ -> {
                    assertThat(line(store.text(), "attempt"))
                            .isEqualTo(
                                    "attempt 2026-01-01T00:00:00Z pending soap vc-a:443 %s 7 Secret kube-system/vcenter"
                                            .formatted(line(store.text(), "attempt")
                                                    .split(" ")[5]));
                    return "session";
                });

        assertThat(store.text()).doesNotContain("attempt").contains("accepted vc-a:443");
    }

    @Test
    void theRecordDoesNotContainThePassword() {
        refused("vc-a:443", "correct horse battery staple");

        assertThat(store.text()).doesNotContain("horse");
    }

    @Test
    void anUnreachableServerUsesNoAttempt() {
        assertThatThrownBy(() -> rateLimiter.logIn(
                        request("vc-a:443", "p"),
                        WatchObserver.NONE,
                        () -> {
                            throw new VcenterException(Kind.UNREACHABLE, "vc-a", "away");
                        },
                        _ -> "session"))
                .isInstanceOf(VcenterException.class);

        assertThat(store.memory.read().texts()).isEmpty();
    }

    @Test
    void aLoginThatCannotBeRecordedIsNotTried() {
        store.reading = new LoginStore.UnavailableException("no API server", false);
        assertThat(accepted("vc-a:443", "p"))
                .isEqualTo(new LoginResult.Closed<String>(
                        VsphereReason.LOGIN_UNRECORDED,
                        "unrecorded",
                        "",
                        "no login is tried, because it cannot be recorded first: no API server",
                        Duration.ofSeconds(5)));

        store.reading = null;
        store.writing = new LoginStore.UnavailableException("no API server", false);
        assertThat(accepted("vc-a:443", "p")).satisfies(LoginRateLimiterTest::isClosedUnsent);
        assertThat(sent).isEmpty();
    }

    @Test
    void aStoreThatThrowsDoesNotBlockLaterLogins() {
        store.beforeWrite = () -> {
            throw new IllegalStateException("broken");
        };
        for (int i = 0; i <= LoginPolicy.MAX_FAILURES; i++) {
            assertThatThrownBy(() -> accepted("vc-a:443", "p")).hasMessage("broken");
        }
        store.beforeWrite = () -> {};

        assertThat(accepted("vc-a:443", "p")).isInstanceOf(LoginResult.LoggedIn.class);
    }

    @Test
    void anUnansweredWriteUsesNoAttempt() {
        for (int i = 0; i < 5; i++) {
            clock.advance(Duration.ofSeconds(5));
            store.writesUnseen = true;
            assertThat(accepted("vc-a:443", "p")).satisfies(LoginRateLimiterTest::isClosedUnsent);
        }
        store.writesUnseen = false;
        clock.advance(Duration.ofSeconds(5));

        assertThat(accepted("vc-a:443", "p")).isInstanceOf(LoginResult.LoggedIn.class);
        assertThat(store.text()).doesNotContain("attempt");
    }

    @Test
    void anAcceptedLoginThatCannotBeRecordedUsesNoAttempt() {
        for (int i = 0; i < 5; i++) {
            LoginResult<String> result =
                    rateLimiter.logIn(request("vc-a:443", "p"), WatchObserver.NONE, () -> "", _ -> {
                        store.writing = new LoginStore.UnavailableException("no API server", false);
                        return "session";
                    });
            store.writing = null;
            assertThat(result).isInstanceOf(LoginResult.LoggedIn.class);
        }
    }

    @Test
    void withoutPermissionTheRecordIsKeptInMemory() {
        store.reading = new LoginStore.UnavailableException("leases", true);
        refused("vc-a:443", "p");
        assertThat(((LoginResult.Closed<String>) refused("vc-a:443", "p")).why())
                .endsWith("restart the program");

        store.reading = null;
        store.writing = new LoginStore.UnavailableException("leases", true);
        clock.advance(Duration.ofMinutes(7));
        assertThat(refused("vc-a:443", "p")).satisfies(LoginRateLimiterTest::isRefused);
        assertThat(refused("vc-a:443", "q")).satisfies(LoginRateLimiterTest::isClosedUnsent);

        store.writing = null;
        clock.advance(Duration.ofMinutes(10));
        assertThat(refused("vc-a:443", "q")).satisfies(LoginRateLimiterTest::isRefused);
        assertThat(store.text().lines().filter(line -> line.startsWith("attempt")))
                .hasSize(3);
    }

    @Test
    void restTriesOnlyWhatSoapAcceptedInThisProcess() {
        assertThat(rest("p")).satisfies(LoginRateLimiterTest::isClosedUnsent);
        accepted("vc-a:443", "p");
        assertThat(rest("q")).satisfies(LoginRateLimiterTest::isClosedUnsent);
        assertThat(rest("p")).isInstanceOf(LoginResult.LoggedIn.class);

        rateLimiter = process();
        assertThat(rest("p")).satisfies(LoginRateLimiterTest::isClosedUnsent);
    }

    @Test
    void oneProtocolWaitsForTheResultOfTheOther() {
        accepted("vc-a:443", "p");
        var afterALoss = new LoginRequest(new LoginTarget("vc-a:443", LoginProtocol.SOAP), ready("CCM", "p"), true);

        rateLimiter.logIn(
                new LoginRequest(new LoginTarget("vc-a:443", LoginProtocol.REST), ready("CCM", "p"), false),
                WatchObserver.NONE,
                () -> "",
                _ -> {
                    assertThat(rateLimiter.logIn(afterALoss, WatchObserver.NONE, () -> "", _ -> "session"))
                            .isInstanceOf(LoginResult.InProgress.class);
                    throw new VcenterException(Kind.LOGIN_REFUSED, "vc-a", "no");
                });

        assertThat(rateLimiter.logIn(afterALoss, WatchObserver.NONE, () -> "", _ -> "session"))
                .satisfies(LoginRateLimiterTest::isClosedUnsent);
        assertThat(accepted("vc-a:443", "q")).isInstanceOf(LoginResult.LoggedIn.class);
    }

    /// A program that stops at this moment must be able to log in when it starts again.
    @Test
    void anInterruptDuringTheRecordLeavesNoAttempt() throws Exception {
        Thread stopped = Thread.ofVirtual().unstarted(() -> {
            Thread itself = Thread.currentThread();
            store.beforeWrite = itself::interrupt;
            rateLimiter.logIn(request("vc-a:443", "p"), WatchObserver.NONE, () -> "", _ -> {
                sent.add(String.valueOf(Thread.currentThread().isInterrupted()));
                throw new VcenterException(Kind.LOGIN_STOPPED, "vc-a", "nothing sent");
            });
        });
        stopped.setUncaughtExceptionHandler((_, e) -> sent.add(String.valueOf(e.getMessage())));

        stopped.start();
        stopped.join();

        assertThat(sent).containsExactly("false", "nothing sent");
        assertThat(store.text()).doesNotContain("attempt");
    }

    @Test
    void theCallerStaysInterrupted() {
        store.beforeWrite = Thread.currentThread()::interrupt;

        LoginResult<String> result = accepted("vc-a:443", "p");

        assertThat(Thread.interrupted()).isTrue();
        assertThat(result).isInstanceOf(LoginResult.LoggedIn.class);
    }

    @Test
    void nothingIsTriedWithoutUserOrPassword() {
        assertThat(accepted("vc-a:443", "")).satisfies(LoginRateLimiterTest::isClosedUnsent);
        assertThat(sent).isEmpty();
    }

    /// Many vCenters with one user start at the same time: two log in at a time, and none waits for minutes.
    @Test
    void aHundredVcentersLogIn() throws Exception {
        var inside = new AtomicInteger();
        var most = new AtomicInteger();
        var done = new CountDownLatch(100);
        for (int i = 0; i < 100; i++) {
            String server = "vc-" + i + ":443";
            Thread.ofVirtual().start(() -> {
                LoginResult<String> result;
                do {
                    result = rateLimiter.logIn(request(server, "p"), WatchObserver.NONE, () -> "", _ -> {
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        Thread.onSpinWait();
                        inside.decrementAndGet();
                        return "session";
                    });
                    Thread.onSpinWait();
                } while (result instanceof LoginResult.InProgress<String>);
                if (result instanceof LoginResult.LoggedIn<String>) {
                    done.countDown();
                }
            });
        }

        done.await();

        assertThat(most.get()).isLessThanOrEqualTo(2);
    }

    @Test
    void readOnlyIsRefusedOnceAndSaysThatItIsNotRecorded() {
        rateLimiter = readOnly();

        var refused = (LoginResult.Closed<String>) refused("vc-a:443", "p");
        var other = (LoginResult.Closed<String>) accepted("vc-b:443", "q");

        assertThat(refused.cause()).contains("each run adds a refused login");
        assertThat(other.why())
                .contains(
                        "a login on vc-a:443 was refused at 2026-01-01T00:00:00Z",
                        "come from Secret kube-system/vcenter");
        assertThat(sent).containsExactly("p");
    }

    @Test
    void readOnlyCountsTheRefusalOfAnEarlierCommand() {
        attempts = new MemoryAttempts();
        for (int i = 0; i < 5; i++) {
            rateLimiter = readOnly();
            refused("vc-a:443", "p" + i);
            clock.advance(Duration.ofMinutes(3));
        }

        assertThat(sent).containsExactly("p0");
        rateLimiter = readOnly();
        assertThat(accepted("vc-b:443", "q")).isInstanceOfSatisfying(LoginResult.Closed.class, closed -> assertThat(
                        closed.why())
                .contains("a login on vc-a:443 was refused at 2026-01-01T00:00:00Z", "to try at once, forget "));
        assertThat(((MemoryAttempts) attempts).texts.values())
                .singleElement()
                .asString()
                .startsWith("attempt 2026-01-01T00:00:00Z refused soap vc-a:443 00 ");

        clock.advance(Duration.ofMinutes(2));
        rateLimiter = readOnly();
        assertThat(accepted("vc-b:443", "q")).isInstanceOf(LoginResult.LoggedIn.class);
        assertThat(((MemoryAttempts) attempts).texts).isEmpty();
    }

    @Test
    void readOnlyCountsALoginOfACommandThatDied() {
        var memory = new MemoryAttempts();
        attempts = memory;
        rateLimiter = readOnly();
        rateLimiter.logIn(request("vc-a:443", "p"), WatchObserver.NONE, () -> "", _ -> {
            sent.add("p");
            memory.isFrozen = true;
            return "session";
        });
        memory.isFrozen = false;

        clock.advance(Duration.ofMinutes(1));
        rateLimiter = readOnly();

        assertThat(accepted("vc-a:443", "p")).satisfies(LoginRateLimiterTest::isClosedUnsent);
    }

    /// Keeps texts as a folder does.
    private static final class MemoryAttempts implements AttemptStore {
        private final Map<String, String> texts = new HashMap<>();
        private boolean isFrozen;

        @Override
        public Optional<String> read(String key) {
            return Optional.ofNullable(texts.get(key));
        }

        @Override
        public void write(String key, String text) {
            if (!isFrozen) {
                texts.put(key, text);
            }
        }

        @Override
        public void delete(String key) {
            if (!isFrozen) {
                texts.remove(key);
            }
        }

        @Override
        public Optional<String> howToReset(String key) {
            return read(key).map(_ -> "forget " + key);
        }
    }

    @Test
    void readOnlyTriesOnlyTheRecordedPassword() {
        accepted("vc-a:443", "p");
        rateLimiter = readOnly();

        assertThat(accepted("vc-a:443", "p")).isInstanceOf(LoginResult.LoggedIn.class);
        assertThat(accepted("vc-a:443", "q"))
                .isInstanceOfSatisfying(LoginResult.Closed.class, closed -> assertThat(closed.why())
                        .contains("another password than the one in Secret kube-system/vcenter"));
    }

    private LoginRateLimiter readOnly() {
        return LoginRateLimiter.readOnly(store, attempts, clock, () -> 0, new Random(1));
    }

    private LoginResult<String> accepted(String server, String password) {
        return rateLimiter.logIn(request(server, password), WatchObserver.NONE, () -> "", _ -> {
            sent.add(password);
            return "session";
        });
    }

    private LoginResult<String> refused(String server, String password) {
        return rateLimiter.logIn(request(server, password), WatchObserver.NONE, () -> "", _ -> {
            sent.add(password);
            throw new VcenterException(Kind.LOGIN_REFUSED, server, "no");
        });
    }

    private LoginResult<String> rest(String password) {
        return rateLimiter.logIn(
                new LoginRequest(new LoginTarget("vc-a:443", LoginProtocol.REST), ready("CCM", password), false),
                WatchObserver.NONE,
                () -> "",
                _ -> "session");
    }

    private static void isRefused(LoginResult<String> result) {
        assertThat(result).isInstanceOfSatisfying(LoginResult.Closed.class, closed -> assertThat(closed.refusal())
                .isNotEmpty());
    }

    /// Asserts that the rate limiter sent no login.
    private static void isClosedUnsent(LoginResult<String> result) {
        assertThat(result).isInstanceOfSatisfying(LoginResult.Closed.class, closed -> assertThat(closed.refusal())
                .isEmpty());
    }

    private static LoginRequest request(String server, String password) {
        return new LoginRequest(new LoginTarget(server, LoginProtocol.SOAP), ready("CCM", password), false);
    }

    private static Ready ready(String user, String password) {
        return new Ready(new Credentials(user, new Secret(password)), "Secret kube-system/vcenter", "7");
    }

    private static String line(String text, String start) {
        return text.lines().filter(line -> line.startsWith(start)).findFirst().orElse("");
    }

    /// A store in memory that fails as its fields request.
    private static final class FailingStore implements LoginStore {
        private final MemoryLoginStore memory = new MemoryLoginStore();
        private @Nullable UnavailableException reading;
        private @Nullable UnavailableException writing;
        private boolean writesUnseen;
        private Runnable beforeWrite = () -> {};

        String text() {
            return String.join("", memory.read().texts().values());
        }

        @Override
        public Entries read() {
            if (reading != null) {
                throw reading;
            }
            return memory.read();
        }

        @Override
        public boolean write(Entries entries) {
            beforeWrite.run();
            if (Thread.currentThread().isInterrupted()) {
                throw new UnavailableException("interrupted", false);
            }
            if (writing != null) {
                throw writing;
            }
            boolean isWritten = memory.write(entries);
            if (writesUnseen) {
                throw new UnavailableException("the answer was lost", false);
            }
            return isWritten;
        }

        @Override
        public String howToReset() {
            return "delete the record";
        }
    }
}
