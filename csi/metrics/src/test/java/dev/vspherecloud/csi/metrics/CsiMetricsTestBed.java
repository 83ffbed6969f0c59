package dev.vspherecloud.csi.metrics;

import dev.vspherecloud.csi.domain.OperationStatus;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.testkit.exposition.Exposition;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import dev.vspherecloud.vsphere.inventory.WatchObserver;
import dev.vspherecloud.vsphere.inventory.WatchedVcenter;
import dev.vspherecloud.vsphere.inventory.login.LoginOutcome;
import dev.vspherecloud.vsphere.inventory.login.LoginProtocol;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The metrics of a driver with two vCenters, and the time of its clocks.
final class CsiMetricsTestBed {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    Duration time = Duration.ZERO;
    final CsiMetrics metrics = new CsiMetrics(() -> START.plus(time), () -> time.toNanos());
    final VcenterObserver calls = metrics.vcenters().calls("vc-a");
    final WatchObserver watch = metrics.vcenters().watch("vc-a");
    final Vcenter first = new Vcenter(
            "vc-a", Optional.of(Duration.ofSeconds(3)), Optional.empty(), Optional.of("there is no Secret a/b"));
    final Vcenter second = new Vcenter(
            "vc-b",
            Optional.empty(),
            Optional.of(new VmLookup.Silence("vc-b", "it does not answer")),
            Optional.empty());

    record Vcenter(
            String name,
            Optional<Duration> timeSinceConfirmed,
            Optional<VmLookup.Silence> silence,
            Optional<String> credentialsKeptBecause)
            implements WatchedVcenter {}

    CsiMetricsTestBed() {
        var _ = metrics.vcenters().watch("vc-b");
        metrics.vcenters().setVcenters(List.of(first, second));
    }

    /// Lets everything happen once that a metric shows.
    void showEverything() {
        try (VolumeMetrics.Measurement call = metrics.volumes().begin(VolumeOperation.CREATE_VOLUME)) {
            call.passed(VolumeType.BLOCK);
        }
        metrics.volumes().onCnsOperation(CnsOperation.CREATE_VOLUME, true, Duration.ofSeconds(3));
        metrics.operations().setWaitingTasks(() -> Map.of("vc-a", 2));
        metrics.operations().setRecords(Map.of(OperationStatus.Known.SUCCESS, 5));
        metrics.operations().setOrphans(0);
        metrics.sync().onFullPass(true, Duration.ofSeconds(3));
        metrics.sync().setCounts("vc-a", 1, 2);
        metrics.sync().setLost(3);
        calls.onCall("Login", Duration.ofMillis(30), Optional.empty());
        calls.onCall("CnsQueryVolume", Duration.ofSeconds(20), Optional.of(Kind.TIMEOUT));
        calls.onCertificate(START);
        watch.onLogin(LoginProtocol.SOAP, LoginOutcome.ACCEPTED);
        watch.onSessionStarted(LoginProtocol.SOAP);
        watch.onWatchFailed(Kind.SESSION_LOST);
        metrics.process().setVersion("1.2.3");
        metrics.process().onLeadershipChanged(true);
        metrics.process().onFailed("sweeper");
    }

    Exposition scrape() {
        return Exposition.parse(metrics.registry().text(""));
    }
}
