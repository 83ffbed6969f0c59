package dev.vspherecloud.csi.metrics;

import dev.vspherecloud.observability.metrics.CounterSeries;
import dev.vspherecloud.observability.metrics.GaugeCallback;
import dev.vspherecloud.observability.metrics.HistogramSeries;
import dev.vspherecloud.observability.metrics.Metrics;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import dev.vspherecloud.vsphere.connection.VcenterObservers;
import dev.vspherecloud.vsphere.inventory.WatchObserver;
import dev.vspherecloud.vsphere.inventory.WatchedVcenter;
import dev.vspherecloud.vsphere.inventory.login.LoginOutcome;
import dev.vspherecloud.vsphere.inventory.login.LoginProtocol;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// Metrics of the calls to vCenters, the answers, and the state of the connections.
///
/// Only configured vCenters are counted. A vCenter that was removed from the configuration still logs out, and this
/// must not create new series.
///
/// Threads: any; one volatile field holds the watched vCenters, concurrent maps hold the rest.
public final class CsiVcenterMetrics implements VcenterObservers {
    private static final String VCENTER = "vcenter";

    private final CounterSeries calls;
    private final CounterSeries errors;
    private final HistogramSeries durations;
    private final HistogramSeries requests;
    private final CounterSeries logins;
    private final CounterSeries restarts;
    private final Map<Session, Integer> sessions = new ConcurrentHashMap<>();
    private final Map<String, Instant> certificates = new ConcurrentHashMap<>();
    private final Set<String> configured = ConcurrentHashMap.newKeySet();
    private volatile List<? extends WatchedVcenter> watched = List.of();

    private record Session(String vcenter, LoginProtocol protocol) {}

    CsiVcenterMetrics(Metrics metrics) {
        calls = metrics.counter(CsiMetric.CALLS);
        errors = metrics.counter(CsiMetric.CALL_ERRORS);
        durations = metrics.histogram(CsiMetric.CALL_DURATION);
        requests = metrics.histogram(CsiMetric.REQUESTS);
        logins = metrics.counter(CsiMetric.LOGINS);
        restarts = metrics.counter(CsiMetric.WATCH_RESTARTS);
        metrics.read(CsiMetric.SESSIONS, this::readSessions);
        metrics.read(CsiMetric.TRUSTED, this::readTrust);
        metrics.read(CsiMetric.CREDENTIALS_OUTDATED, this::readOutdated);
        metrics.read(CsiMetric.CERTIFICATE_EXPIRY, this::readCertificates);
    }

    /// Sets the watched vCenters, and removes the series of all others.
    public void setVcenters(List<? extends WatchedVcenter> now) {
        Set<String> names = now.stream().map(WatchedVcenter::name).collect(Collectors.toUnmodifiableSet());
        configured.retainAll(names);
        watched = List.copyOf(now);
        List.of(calls, errors, logins, restarts).forEach(series -> series.retainOnly(VCENTER, names));
        durations.retainOnly(VCENTER, names);
        certificates.keySet().retainAll(names);
    }

    /// Returns the observer for the client of this vCenter. From now on the vCenter counts as configured.
    ///
    /// @param vcenter the name of the vCenter in the configuration
    @Override
    public VcenterObserver calls(String vcenter) {
        initialise(vcenter);
        return new VcenterObserver() {
            @Override
            public void onCall(String method, Duration duration, Optional<Kind> failure) {
                if (configured.contains(vcenter)) {
                    count(vcenter, method, duration, failure);
                }
            }

            @Override
            public void onCertificate(Instant end) {
                if (configured.contains(vcenter)) {
                    certificates.put(vcenter, end);
                }
            }
        };
    }

    /// Returns the observer for the watcher of this vCenter. From now on the vCenter counts as configured.
    ///
    /// @param vcenter the name of the vCenter in the configuration
    @Override
    public WatchObserver watch(String vcenter) {
        initialise(vcenter);
        return new WatchObserver() {
            @Override
            public void onLogin(LoginProtocol protocol, LoginOutcome outcome) {
                if (configured.contains(vcenter)) {
                    logins.increment(vcenter, protocol.text(), outcome.text());
                }
            }

            @Override
            public void onSessionStarted(LoginProtocol protocol) {
                sessions.merge(new Session(vcenter, protocol), 1, Integer::sum);
            }

            @Override
            public void onSessionEnded(LoginProtocol protocol) {
                sessions.merge(new Session(vcenter, protocol), -1, Integer::sum);
            }

            @Override
            public void onWatchFailed(Kind kind) {
                if (configured.contains(vcenter)) {
                    restarts.increment(vcenter, kind.text());
                }
            }
        };
    }

    private void initialise(String vcenter) {
        configured.add(vcenter);
        for (LoginProtocol protocol : LoginProtocol.values()) {
            logins.begin(vcenter, protocol.text(), LoginOutcome.ACCEPTED.text());
            logins.begin(vcenter, protocol.text(), LoginOutcome.REFUSED.text());
        }
    }

    private void count(String vcenter, String method, Duration duration, Optional<Kind> failure) {
        calls.increment(vcenter, method);
        durations.observe(duration, vcenter, method);
        requests.observe(
                duration, method, client(method), failure.isEmpty() ? CsiLabels.SUCCESS : CsiLabels.FAIL_UNKNOWN);
        failure.filter(kind -> kind != Kind.CANCELED).ifPresent(kind -> errors.increment(vcenter, method, kind.text()));
    }

    /// Returns the name that vsphere-csi-driver (Go) gives to the client of a method.
    private static String client(String method) {
        if (method.startsWith("Cns")) {
            return "cns";
        }
        return method.startsWith("Pbm") ? "pbm" : "soap";
    }

    private void readSessions(GaugeCallback.Sink sink) {
        for (WatchedVcenter vcenter : watched) {
            for (LoginProtocol protocol : LoginProtocol.values()) {
                sink.value(
                        sessions.getOrDefault(new Session(vcenter.name(), protocol), 0),
                        vcenter.name(),
                        protocol.text());
            }
        }
    }

    private void readTrust(GaugeCallback.Sink sink) {
        for (WatchedVcenter vcenter : watched) {
            boolean isTrusted = vcenter.timeSinceConfirmed().isPresent()
                    && vcenter.silence().isEmpty();
            sink.value(isTrusted ? 1 : 0, vcenter.name());
        }
    }

    private void readOutdated(GaugeCallback.Sink sink) {
        for (WatchedVcenter vcenter : watched) {
            sink.value(vcenter.credentialsKeptBecause().isPresent() ? 1 : 0, vcenter.name());
        }
    }

    private void readCertificates(GaugeCallback.Sink sink) {
        certificates.forEach((vcenter, end) -> sink.value((double) end.getEpochSecond(), vcenter));
    }
}
