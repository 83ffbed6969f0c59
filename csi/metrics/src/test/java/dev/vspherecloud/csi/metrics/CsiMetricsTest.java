package dev.vspherecloud.csi.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cns.CnsFault;
import dev.vspherecloud.csi.domain.OperationStatus;
import dev.vspherecloud.testkit.exposition.Sample;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.inventory.login.LoginOutcome;
import dev.vspherecloud.vsphere.inventory.login.LoginProtocol;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests what each observer shows.
class CsiMetricsTest {
    private static final String CSI = "vsphere_csi_volume_ops_histogram";
    private static final String IN_FLIGHT = "vspherecloud_csi_operations_in_flight";

    private final CsiMetricsTestBed bed = new CsiMetricsTestBed();
    private final VolumeMetrics volumes = bed.metrics.volumes();

    @Test
    void aVcenterWhoseSecretIsUnusableSaysSo() {
        assertThat(value("vspherecloud_csi_vcenter_credentials_outdated", "vcenter", "vc-a"))
                .contains(1.0);
        assertThat(value("vspherecloud_csi_vcenter_credentials_outdated", "vcenter", "vc-b"))
                .contains(0.0);
    }

    @Test
    void aCallIsInFlightUntilItEnds() {
        try (VolumeMetrics.Measurement call = volumes.begin(VolumeOperation.CREATE_VOLUME);
                VolumeMetrics.Measurement _ = volumes.begin(VolumeOperation.CREATE_VOLUME)) {
            assertThat(inFlight()).contains(2.0);
            bed.time = Duration.ofSeconds(7);
            call.passed(VolumeType.BLOCK);
            assertThat(inFlight()).contains(1.0);
        }

        assertThat(inFlight()).contains(0.0);
        String[] labels = {"voltype", "block", "optype", "create-volume", "status", "pass", "faulttype", ""};
        assertThat(value(CSI + "_count", labels)).contains(1.0);
        assertThat(value(CSI + "_sum", labels)).contains(7.0);
        assertThat(bucket("5.0", "5")).isZero();
        assertThat(bucket("10.0", "10")).isEqualTo(1.0);
    }

    private Optional<Double> inFlight() {
        return value(IN_FLIGHT, "optype", "create-volume");
    }

    private double bucket(String... spellings) {
        return bed.scrape()
                .samples()
                .filter(sample -> sample.name().equals(CSI + "_bucket"))
                .filter(sample -> "pass".equals(sample.labels().get("status")))
                .filter(sample -> List.of(spellings).contains(sample.labels().get("le")))
                .mapToDouble(Sample::value)
                .sum();
    }

    @Test
    void aCallThatEndsWithoutAResultIsAnInternalFailure() {
        try (VolumeMetrics.Measurement _ = volumes.begin(VolumeOperation.DELETE_VOLUME)) {
            bed.time = Duration.ofSeconds(1);
        }

        assertThat(value(
                        CSI + "_count",
                        "voltype",
                        "unknown",
                        "optype",
                        "delete-volume",
                        "status",
                        "fail",
                        "faulttype",
                        "csi.fault.Internal"))
                .contains(1.0);
        assertThat(value(IN_FLIGHT, "optype", "delete-volume")).contains(0.0);
    }

    @Test
    void onlyTheFirstResultCounts() {
        try (VolumeMetrics.Measurement call = volumes.begin(VolumeOperation.EXPAND_VOLUME)) {
            call.failed(VolumeType.BLOCK, FaultType.NOT_FOUND);
            call.passed(VolumeType.BLOCK);
        }

        assertThat(value(CSI + "_count", "optype", "expand-volume", "faulttype", "csi.fault.NotFound"))
                .contains(1.0);
        assertThat(value(CSI + "_count", "optype", "expand-volume", "status", "pass"))
                .isEmpty();
        assertThat(value(IN_FLIGHT, "optype", "expand-volume")).contains(0.0);
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                Arguments.of(new CnsFault.NotFound(Optional.empty(), ""), "vim.fault.NotFound"),
                Arguments.of(new CnsFault.NotRegistered(Optional.empty(), ""), "vim.fault.CnsNotRegisteredFault"),
                Arguments.of(
                        new CnsFault.AlreadyExists(Optional.empty(), Optional.empty(), ""),
                        "vim.fault.CnsVolumeAlreadyExistsFault"),
                Arguments.of(
                        new CnsFault.AlreadyRegistered(Optional.empty(), ""), "vim.fault.CnsAlreadyRegisteredFault"),
                Arguments.of(new CnsFault.NoDiskSpace("", ""), "vim.fault.NoDiskSpace"),
                Arguments.of(new CnsFault.NoPermission(Optional.empty(), List.of(), ""), "vim.fault.NoPermission"),
                Arguments.of(new CnsFault.InvalidArgument("", ""), "vim.fault.InvalidArgument"),
                Arguments.of(new CnsFault.NotSupported(""), "vim.fault.NotSupported"),
                Arguments.of(new CnsFault.ResourceInUse("", ""), "vim.fault.ResourceInUse"),
                Arguments.of(
                        new CnsFault.ManagedObjectNotFound(Optional.empty(), ""), "vim.fault.ManagedObjectNotFound"),
                Arguments.of(new CnsFault.Canceled(""), "vim.fault.RequestCanceled"),
                Arguments.of(
                        new CnsFault.Unavailable("InvalidHostState", ""),
                        "csi.fault.nonstorage.vim.fault.InvalidHostState"),
                Arguments.of(
                        new CnsFault.Unavailable("HostNotConnected", ""),
                        "csi.fault.nonstorage.vim.fault.HostNotConnected"),
                Arguments.of(new CnsFault.Other("CnsFault", ""), "vim.fault.CnsFault"),
                Arguments.of(new CnsFault.Other("", ""), "csi.fault.Internal"),
                Arguments.of(new CnsFault.Other("MadeUpByTheServer", ""), "other"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aFaultOfVcenterHasTheNameThatGoUses(CnsFault fault, String expected) {
        try (VolumeMetrics.Measurement call = volumes.begin(VolumeOperation.CREATE_VOLUME)) {
            call.failed(VolumeType.BLOCK, FaultType.of(fault));
        }

        assertThat(value(CSI + "_count", "status", "fail", "faulttype", expected))
                .contains(1.0);
    }

    @Test
    void anOperationOfCnsPassesOrFails() {
        volumes.onCnsOperation(CnsOperation.QUERY_VOLUME, true, Duration.ofSeconds(3));
        volumes.onCnsOperation(CnsOperation.QUERY_VOLUME, false, Duration.ofSeconds(4));

        String name = "vsphere_cns_volume_ops_histogram_sum";
        assertThat(value(name, "optype", "query-volume", "status", "pass")).contains(3.0);
        assertThat(value(name, "optype", "query-volume", "status", "fail")).contains(4.0);
    }

    @Test
    void recordsAreCountedByTheirStatus() {
        bed.metrics
                .operations()
                .setRecords(Map.of(
                        OperationStatus.Known.IN_PROGRESS,
                        3,
                        new OperationStatus.Unknown("In Progress"),
                        2,
                        new OperationStatus.Unknown("odd"),
                        1));

        String name = "vspherecloud_csi_operation_records";
        assertThat(value(name, "status", "InProgress")).contains(3.0);
        assertThat(value(name, "status", "other")).contains(3.0);
        assertThat(value(name, "status", "Error")).contains(0.0);
    }

    @Test
    void tasksAndOrphansAreShownWhenTheyAreKnown() {
        assertThat(bed.scrape().families())
                .doesNotContainKeys("vspherecloud_csi_waiting_tasks", "vspherecloud_csi_orphaned_volumes");

        bed.metrics.operations().setWaitingTasks(() -> Map.of("vc-a", 16, "vc-b", 0));
        bed.metrics.operations().setOrphans(2);

        assertThat(value("vspherecloud_csi_waiting_tasks", "vcenter", "vc-a")).contains(16.0);
        assertThat(value("vspherecloud_csi_waiting_tasks", "vcenter", "vc-b")).contains(0.0);
        assertThat(value("vspherecloud_csi_orphaned_volumes")).contains(2.0);
    }

    @Test
    void aRequestIsCountedForItsVcenterAndForTheClientThatGoNames() {
        bed.calls.onCall("CnsCreateVolume", Duration.ofSeconds(1), Optional.empty());
        bed.calls.onCall("PbmQueryProfile", Duration.ofSeconds(1), Optional.empty());
        bed.calls.onCall("WaitForUpdatesEx", Duration.ofSeconds(30), Optional.of(Kind.TIMEOUT));
        bed.calls.onCall("Frobnicate", Duration.ofSeconds(1), Optional.of(Kind.CANCELED));

        String name = "vsphere_request_ops_seconds_count";
        assertThat(value(name, "request", "CnsCreateVolume", "client", "cns", "status", "success"))
                .contains(1.0);
        assertThat(value(name, "request", "PbmQueryProfile", "client", "pbm", "status", "success"))
                .contains(1.0);
        assertThat(value(name, "request", "WaitForUpdatesEx", "client", "soap", "status", "fail-unknown"))
                .contains(1.0);
        assertThat(value("vspherecloud_csi_vcenter_calls_total", "vcenter", "vc-a", "method", "CnsCreateVolume"))
                .contains(1.0);
        assertThat(value("vspherecloud_csi_vcenter_calls_total", "vcenter", "vc-a", "method", "other"))
                .contains(1.0);
        assertThat(value("vspherecloud_csi_vcenter_call_errors_total", "kind", "timeout"))
                .contains(1.0);
        assertThat(value("vspherecloud_csi_vcenter_call_errors_total", "kind", "canceled"))
                .isEmpty();
    }

    @Test
    void everyKindOfFailureAndEveryLoginOutcomeIsInTheTable() {
        for (Kind kind : Kind.values()) {
            bed.watch.onWatchFailed(kind);
            assertThat(value("vspherecloud_csi_vcenter_watch_restarts_total", "kind", kind.text()))
                    .contains(1.0);
        }
        for (LoginOutcome outcome : LoginOutcome.values()) {
            bed.watch.onLogin(LoginProtocol.REST, outcome);
            assertThat(value("vspherecloud_csi_vcenter_logins_total", "side", "rest", "result", outcome.text()))
                    .contains(1.0);
        }
    }

    @Test
    void aRefusedLoginIsSeenAsGrowthFromZero() {
        String[] refused = {"vcenter", "vc-a", "side", "soap", "result", "refused"};
        assertThat(value("vspherecloud_csi_vcenter_logins_total", refused)).contains(0.0);

        bed.watch.onLogin(LoginProtocol.SOAP, LoginOutcome.REFUSED);

        assertThat(value("vspherecloud_csi_vcenter_logins_total", refused)).contains(1.0);
    }

    @Test
    void sessionsAndTrustAreShownForEachVcenter() {
        bed.watch.onSessionStarted(LoginProtocol.SOAP);
        bed.watch.onSessionStarted(LoginProtocol.SOAP);
        bed.watch.onSessionEnded(LoginProtocol.SOAP);

        assertThat(value("vspherecloud_csi_vcenter_sessions", "vcenter", "vc-a", "side", "soap"))
                .contains(1.0);
        assertThat(value("vspherecloud_csi_vcenter_sessions", "vcenter", "vc-b", "side", "rest"))
                .contains(0.0);
        assertThat(value("vspherecloud_csi_vcenter_trusted", "vcenter", "vc-a")).contains(1.0);
        assertThat(value("vspherecloud_csi_vcenter_trusted", "vcenter", "vc-b")).contains(0.0);
    }

    @Test
    void aVcenterThatIsNoLongerConfiguredHasNoSeries() {
        bed.showEverything();
        bed.metrics.operations().setWaitingTasks(Map::of);
        bed.metrics.vcenters().setVcenters(List.of(bed.second));

        bed.calls.onCall("Logout", Duration.ofMillis(5), Optional.empty());
        bed.calls.onCertificate(CsiMetricsTestBed.START);
        bed.watch.onWatchFailed(Kind.CANCELED);
        bed.watch.onLogin(LoginProtocol.REST, LoginOutcome.REFUSED);
        bed.watch.onSessionEnded(LoginProtocol.SOAP);

        assertThat(bed.scrape().samples()).isNotEmpty().noneMatch(sample -> "vc-a"
                .equals(sample.labels().get("vcenter")));
    }

    @Test
    void aRefusedConfigurationStaysSoUntilOneIsAccepted() {
        ProcessMetrics process = bed.metrics.process();
        bed.time = Duration.ofSeconds(90);
        process.onConfigRejected();

        assertThat(value("vspherecloud_csi_config_last_reload_successful")).contains(0.0);
        assertThat(value("vspherecloud_csi_config_last_reload_timestamp_seconds"))
                .contains((double) CsiMetricsTestBed.START.getEpochSecond() + 90);
        assertThat(value("vspherecloud_csi_config_reloads_total", "result", "refused"))
                .contains(1.0);
        assertThat(value("vspherecloud_csi_config_generation")).contains(1.0);

        process.onConfigAccepted(false);
        process.onConfigAccepted(true);

        assertThat(value("vspherecloud_csi_config_last_reload_successful")).contains(1.0);
        assertThat(value("vspherecloud_csi_config_reloads_total", "result", "accepted"))
                .contains(2.0);
        assertThat(value("vspherecloud_csi_config_generation")).contains(2.0);
    }

    @Test
    void theLeaderAndTheVersionAreShown() {
        assertThat(value("vspherecloud_csi_leader")).contains(0.0);
        bed.metrics.process().onLeadershipChanged(true);
        bed.metrics.process().setVersion("1.2.3");

        assertThat(value("vspherecloud_csi_leader")).contains(1.0);
        assertThat(value("vsphere_csi_info", "version", "1.2.3")).contains(1.0);
        bed.metrics.process().onLeadershipChanged(false);
        assertThat(value("vspherecloud_csi_leader")).contains(0.0);
    }

    private Optional<Double> value(String name, String... labels) {
        return bed.scrape().value(name, labels);
    }
}
