package dev.vspherecloud.testkit.bed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.servers.SimulatedVm;
import dev.vspherecloud.testkit.servers.SoapCalls;
import dev.vspherecloud.testkit.servers.VcenterBackup;
import java.io.UncheckedIOException;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Checks the effect of each fault on a client, and that no effect remains afterwards.
class VcenterFaultIT {
    private static final Pattern FAULT = Pattern.compile(":type=\"([A-Z]\\w+)\"");
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    @TempDir
    private Path folder;

    private VcenterSite site;
    private VcenterBackup empty;
    private List<String> vms;
    private String certificate;

    @BeforeEach
    void start() {
        site = VcenterSite.start("vc", folder);
        certificate = site.proxy().identity().certificatePem();
        empty = site.vcenter().backUp();
        vms = site.addVms("w", 0, 2);
    }

    @AfterEach
    void stop() {
        site.close();
    }

    @ParameterizedTest
    @EnumSource
    void everyFaultHasItsEffectUntilItEnds(VcenterFault fault) {
        String before = clientResult();

        try (ActiveFault _ = fault.apply(new Target(site, vms, empty))) {
            assertThat(clientResult()).as("while %s", fault).isEqualTo(expected(fault));
        }

        assertThat(clientResult()).isEqualTo(before).isEqualTo("search: found, read: there");
        assertThat(site.vcenter().vms())
                .extracting(SimulatedVm::ref, SimulatedVm::powerState)
                .hasSize(2);
    }

    @Test
    void twoReadsOfAHiddenVmReportThatItDoesNotExist() {
        try (ActiveFault _ = VcenterFault.HIDDEN.apply(new Target(site, vms, empty));
                SoapCalls calls = calls()) {
            calls.login();

            assertThat(List.of(read(calls), read(calls), read(calls)))
                    .containsExactly("ManagedObjectNotFound", "ManagedObjectNotFound", "NoPermission");
        }
    }

    private static String expected(VcenterFault fault) {
        return switch (fault) {
            case REFUSED -> "connection failed";
            case BLACK_HOLE -> "timed out";
            case UNTRUSTED -> "not trusted";
            case LOGIN_REFUSED -> "login: InvalidLogin";
            case SESSION_LOST -> "search: found, read: NotAuthenticated"; // which of the two, the proxy's seed says
            case NO_PERMISSION, NO_PERMISSION_ON_FOLDER, NO_PERMISSION_AT_ALL, PERMISSION_REFUSED, EMPTY_RESULTS ->
                "search: nothing, read: NoPermission";
            case HIDDEN, SWAPPED, RESTORED, HOST_REMOVED, UNREGISTERED ->
                "search: nothing, read: ManagedObjectNotFound";
            case TRUNCATED, STALE, REST_DOWN, MOVED, HOST_LOST, INACCESSIBLE -> "search: found, read: there";
        };
    }

    private SoapCalls calls() {
        return SoapCalls.through(site.proxy(), site.vcenter(), certificate, TIMEOUT);
    }

    private String clientResult() {
        try (SoapCalls calls = calls()) {
            String login = calls.tryLogin(site.vcenter().password());
            return login.contains("LoginResponse")
                    ? "search: " + search(calls) + ", read: " + read(calls)
                    : "login: " + fault(login);
        } catch (UncheckedIOException e) {
            return switch (Objects.requireNonNull(e.getCause())) {
                case HttpTimeoutException _ -> "timed out";
                case SSLException _ -> "not trusted";
                default -> "connection failed";
            };
        }
    }

    private String search(SoapCalls calls) {
        String answer = calls.findAllByUuid(site.uuid("w", 0, 1));
        return answer.contains("<returnval") ? "found" : answer.contains("Fault") ? fault(answer) : "nothing";
    }

    private String read(SoapCalls calls) {
        String answer = calls.properties("VirtualMachine", vms.getFirst(), "name");
        return answer.contains(">w-0<") ? "there" : fault(answer);
    }

    private static String fault(String answer) {
        var type = FAULT.matcher(answer);
        assertThat(type.find()).as(answer).isTrue();
        return type.group(1);
    }
}
