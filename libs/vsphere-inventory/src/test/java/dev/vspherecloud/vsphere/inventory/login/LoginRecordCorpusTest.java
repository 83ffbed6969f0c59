package dev.vspherecloud.vsphere.inventory.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.testkit.time.ManualClock;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.inventory.WatchObserver;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource.Reading.Ready;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests that versions of the program write the same login record. Two versions share it during a rolling update and
/// after a rollback. So each must write the same bytes for the same logins, and make the same decisions on a record of
/// the other.
///
/// The files under `login-records` contain the records and decisions of the first version. They do not change: a change
/// of the program that needs other files is incompatible.
class LoginRecordCorpusTest {
    private static final String SERVER = "vc-a.example.com:443";
    private static final String OTHER = "vc-b.example.com:443";
    private static final int HISTORIES = 100;
    private static final Pattern RECORDED = Pattern.compile("v1\n((user|salt|attempt|rest|accepted) .*\n)+");

    private final ManualClock realTime = ManualClock.started();
    private final ManualClock shownTime = ManualClock.started();
    private final MemoryLoginStore store = new MemoryLoginStore();
    private final StringBuilder story = new StringBuilder();
    private LoginRateLimiter rateLimiter = process();

    /// A new process starts from the content of the store.
    @Test
    void theSameLoginsAreRecordedAndDecidedAsBefore() throws Exception {
        Ready right = ready("CCM@vsphere.local", "right", "Secret kube-system/vcenter", "4711");
        Ready wrong = ready("ccm@vsphere.local", "wrong", "Secret kube-system/vcenter", "4712");
        Ready worse = ready("ccm@vsphere.local ", "worse", "Secret\nkube-system/vcenter", "47 13");
        Ready somebody = ready("somebody@vsphere.local", "right", "file /etc/cloud/vcenter", "");

        send("accepted", SERVER, LoginProtocol.SOAP, right, false, null);
        send("accepted on the REST side", SERVER, LoginProtocol.REST, right, false, null);
        pass(Duration.ofMinutes(20));
        rateLimiter.onSessionLost(SERVER);
        send("refused after a lost session", SERVER, LoginProtocol.SOAP, right, true, Kind.LOGIN_REFUSED);
        send("refused again too soon", SERVER, LoginProtocol.SOAP, right, false, Kind.LOGIN_REFUSED);
        restart();
        send(
                "refused again too soon by the next process",
                SERVER,
                LoginProtocol.SOAP,
                right,
                false,
                Kind.LOGIN_REFUSED);
        send("another password, no answer", SERVER, LoginProtocol.SOAP, wrong, false, Kind.TIMEOUT);
        send("nothing is left", SERVER, LoginProtocol.SOAP, worse, false, null);
        send("nothing is left elsewhere", OTHER, LoginProtocol.SOAP, worse, false, null);
        send("another user", OTHER, LoginProtocol.SOAP, somebody, false, null);
        pass(Duration.ofMinutes(17));
        restart();
        send("refused elsewhere", OTHER, LoginProtocol.SOAP, wrong, false, Kind.LOGIN_REFUSED);
        send("lost here, refused there", SERVER, LoginProtocol.SOAP, wrong, true, null);
        send("a server that is busy", OTHER, LoginProtocol.SOAP, worse, false, Kind.BUSY);
        restart();
        send("the last is left to others", OTHER, LoginProtocol.SOAP, wrong, false, null);
        send("accepted here", SERVER, LoginProtocol.SOAP, worse, false, null);
        send("REST refused", SERVER, LoginProtocol.REST, worse, false, Kind.NO_PERMISSION);
        send("REST spares its try", SERVER, LoginProtocol.REST, worse, false, null);
        pass(Duration.ofMinutes(18));
        for (int refusal = 0; refusal < 3; refusal++) {
            send("refused in a row", SERVER, LoginProtocol.SOAP, wrong, false, Kind.LOGIN_REFUSED);
            pass(Duration.ofMinutes(25));
            restart();
        }
        dies("the process dies on the way", SERVER, worse);
        restart();
        send("what it left counts", SERVER, LoginProtocol.SOAP, worse, false, Kind.LOGIN_REFUSED);
        send("nothing is left", SERVER, LoginProtocol.SOAP, right, false, null);
        shownTime.advance(Duration.ofHours(1));
        send("the clock was set forward", SERVER, LoginProtocol.SOAP, right, false, null);
        shownTime.advance(Duration.ofHours(-2));
        send("the clock was set back", SERVER, LoginProtocol.SOAP, right, false, null);
        shownTime.advance(Duration.ofMinutes(-30));
        restart();
        send("the next clock shows less", SERVER, LoginProtocol.SOAP, right, false, null);
        rateLimiter = LoginRateLimiter.readOnly(store, AttemptStore.NONE, shownTime, this::nanos, new Random(5));
        send("no record, after a failure", SERVER, LoginProtocol.SOAP, right, false, null);
        send(
                "no record, another password",
                OTHER,
                LoginProtocol.SOAP,
                ready("somebody@vsphere.local", "x", "a", ""),
                false,
                null);
        pass(Duration.ofHours(3));
        restart();
        send("old ones are forgotten", SERVER, LoginProtocol.SOAP, right, false, Kind.LOGIN_REFUSED);

        assertThat(story.toString()).isEqualTo(read("scripted.txt"));
    }

    /// Compares digests of all records that random histories write.
    @Test
    void randomHistoriesAreRecordedAsBefore() throws Exception {
        var digests = new StringBuilder();
        for (int seed = 0; seed < HISTORIES; seed++) {
            var history = new LoginHistory(seed);
            assertThat(history.run()).isEmpty();
            digests.append(seed).append(' ').append(sha256(history.written())).append('\n');
        }

        assertThat(digests.toString()).isEqualTo(read("histories.txt"));
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void aRecordIsReadAndWrittenUnchanged(String text) {
        assertThat(LoginRecord.parse(text, LoginRecord.empty("", "")).text()).isEqualTo(text);
    }

    static List<String> recorded() throws IOException {
        return RECORDED.matcher(read("scripted.txt"))
                .results()
                .map(MatchResult::group)
                .distinct()
                .toList();
    }

    private void send(
            String step, String server, LoginProtocol side, Ready ready, boolean isSign, @Nullable Kind failure) {
        appendLine("# " + step);
        var request = new LoginRequest(new LoginTarget(server, side), ready, isSign);
        try {
            LoginResult<String> result = rateLimiter.logIn(request, WatchObserver.NONE, () -> "", _ -> {
                appendLine("sent, recorded as");
                show();
                if (failure != null) {
                    throw new VcenterException(failure, "vc", "because");
                }
                return "session";
            });
            appendLine(described(result));
        } catch (VcenterException e) {
            appendLine(e.kind().toString());
        }
        show();
        pass(Duration.ofSeconds(7));
    }

    private static String described(LoginResult<String> result) {
        return switch (result) {
            case LoginResult.LoggedIn<String> _ -> "accepted";
            case LoginResult.InProgress<String> soon -> "again in " + soon.retryAfter();
            case LoginResult.Closed<String> closed ->
                "%sagain in %s, %s, %s: %s"
                        .formatted(
                                closed.refusal().isEmpty() ? "" : "refused, ",
                                closed.retryAfter(),
                                closed.code(),
                                closed.topic(),
                                closed.cause().replace("\n", " "));
        };
    }

    /// Restores the content that the store had during the login, as if the process had died then.
    private void dies(String step, String server, Ready ready) {
        appendLine("# " + step);
        var left = new ArrayList<Map<String, String>>();
        rateLimiter.logIn(
                new LoginRequest(new LoginTarget(server, LoginProtocol.SOAP), ready, false),
                WatchObserver.NONE,
                () -> "",
                _ -> {
                    left.add(store.read().texts());
                    return "session";
                });
        assertThat(store.write(
                        new LoginStore.Entries(left.getFirst(), store.read().version())))
                .isTrue();
        show();
    }

    private void show() {
        new TreeMap<>(store.read().texts())
                .forEach((key, text) ->
                        story.append("key ").append(key).append('\n').append(text));
    }

    private void appendLine(String line) {
        story.append(line).append('\n');
    }

    private void restart() {
        rateLimiter = process();
    }

    private LoginRateLimiter process() {
        Instant born = realTime.instant();
        return new LoginRateLimiter(
                store,
                shownTime,
                () -> Duration.between(born, realTime.instant()).toNanos(),
                new Random(1));
    }

    private long nanos() {
        return Duration.between(Instant.EPOCH, realTime.instant()).toNanos();
    }

    private void pass(Duration time) {
        realTime.advance(time);
        shownTime.advance(time);
    }

    private static Ready ready(String user, String password, String origin, String revision) {
        return new Ready(new Credentials(user, new Secret(password)), origin, revision);
    }

    private static String sha256(String text) throws NoSuchAlgorithmException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest);
    }

    private static String read(String name) throws IOException {
        try (InputStream file = Objects.requireNonNull(
                LoginRecordCorpusTest.class.getResourceAsStream("login-records/" + name), name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
