package dev.vspherecloud.csi.application.scenario.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.application.scenario.CsiCalls;
import dev.vspherecloud.csi.application.scenario.DriverBed;
import dev.vspherecloud.csi.application.scenario.fault.FaultBed.Claim;
import dev.vspherecloud.testkit.proxy.VcenterRules;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the packaged driver says when it cannot log in to vCenter, and that it continues when it can.
@Tag("csi")
class AccessFaultScenario {
    @TempDir
    private Path folder;

    private FaultBed bed;

    @BeforeEach
    void startVcenter() {
        bed = FaultBed.in(folder);
    }

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void aWrongPasswordIsSentOnce() {
        DriverBed.Driver driver = bed.start(bed.config().replace(FaultBed.PASSWORD, FaultBed.WRONG_PASSWORD));
        driver.program().awaitLog("The driver is not ready", FaultBed.LIMIT);
        Claim claim = bed.createClaim();

        List<CsiCalls.Outcome> outcomes = IntStream.range(0, 3)
                .mapToObj(_ -> bed.calls().create(claim.request(), "{}"))
                .toList();

        assertThat(outcomes).allSatisfy(outcome -> {
            assertThat(outcome.code()).isEqualTo("Unavailable");
            assertThat(outcome.message()).contains("correct user and password");
        });
        bed.awaitEvent(claim, "LoginRefused");
        assertThat(bed.logins()).isEqualTo(1);
        assertThat(bed.calls().probe()).isFalse();
        isServing(driver);

        bed.reconfigure(bed.config());

        driver.awaitReady();
        bed.isCreated(claim.request(), "{}");
        assertThat(bed.calls().probe()).isTrue();
        assertThat(bed.logins()).isEqualTo(2);
    }

    @Test
    void aWrongCaCertificatePreventsTheLogin() throws IOException {
        Path other = Files.writeString(
                bed.folder().resolve("other.pem"), ServerIdentity.generate().certificatePem());
        DriverBed.Driver driver = bed.start(
                bed.config().replace(bed.folder().resolve("faults.pem").toString(), other.toString()));
        driver.program().awaitLog("The driver is not ready", FaultBed.LIMIT);
        Claim claim = bed.createClaim();

        CsiCalls.Outcome outcome = bed.calls().create(claim.request(), "{}");

        assertThat(outcome.code()).isEqualTo("Unavailable");
        assertThat(outcome.message()).contains("certificate");
        bed.awaitEvent(claim, "VcenterUntrusted");
        assertThat(bed.logins()).isZero();
        assertThat(bed.calls().probe()).isFalse();
        isServing(driver);

        bed.reconfigure(bed.config());

        driver.awaitReady();
        bed.isCreated(claim.request(), "{}");
        assertThat(bed.logins()).isEqualTo(1);
    }

    @Test
    void aVcenterThatHangsDoesNotChangeTheHealthPages() {
        bed.site().proxy().add(VcenterRules.blackHole());
        DriverBed.Driver driver = bed.start();
        driver.program().awaitLog("The driver is not ready", FaultBed.LIMIT);
        Claim claim = bed.createClaim();

        CsiCalls.Outcome outcome = bed.calls().create(claim.request(), "{}");

        assertThat(outcome.code()).isEqualTo("Unavailable");
        isServing(driver);
        assertThat(bed.calls().probe()).isFalse();

        bed.site().proxy().clearRules();
        driver.awaitReady();
        bed.isCreated(claim.request(), "{}");
        bed.site().proxy().add(VcenterRules.blackHole());

        assertThat(bed.calls().create("pvc-while-it-hangs", "{}").code()).isIn("Unavailable", "DeadlineExceeded");
        isServing(driver);
        assertThat(bed.calls().probe()).isTrue();
    }

    private static void isServing(DriverBed.Driver driver) {
        assertThat(List.of("/livez", "/readyz"))
                .allSatisfy(page -> assertThat(driver.page(page).statusCode())
                        .as(page + ": " + driver.page(page).body())
                        .isEqualTo(200));
    }
}
