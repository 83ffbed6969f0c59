package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.observability.metrics.CounterSeries;
import dev.vspherecloud.observability.metrics.GaugeCallback;
import dev.vspherecloud.observability.metrics.GaugeSeries;
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
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/// Metrics of the calls to vCenters, the answers, and the state of the connections.
///
/// Only configured vCenters are counted. A vCenter that was removed from the configuration still logs out, and this
/// must not create new series.
///
/// Threads: any; one volatile field holds the watched vCenters, concurrent maps hold the rest.
public final class VcenterMetrics implements VcenterObservers {
    private static final double NANOS = 1e9;
    private static final String VCENTER = "vcenter";

    private final CounterSeries calls;
    private final CounterSeries errors;
    private final HistogramSeries durations;
    private final HistogramSeries goDurations;
    private final GaugeSeries goErrors;
    private final CounterSeries logins;
    private final CounterSeries restarts;
    private final LongSupplier nanoTime;
    private final Map<String, CallRate> rates = new ConcurrentHashMap<>();
    private final Map<Session, Integer> sessions = new ConcurrentHashMap<>();
    private final Map<String, Instant> certificates = new ConcurrentHashMap<>();
    private final Set<String> configured = ConcurrentHashMap.newKeySet();
    private volatile List<? extends WatchedVcenter> watched = List.of();

    private record Session(String vcenter, LoginProtocol protocol) {}

    /// Creates the metrics.
    ///
    /// @param nanoTime a monotonic clock such as [System#nanoTime]
    VcenterMetrics(Metrics metrics, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        calls = metrics.counter(Metric.CALLS);
        errors = metrics.counter(Metric.CALL_ERRORS);
        durations = metrics.histogram(Metric.CALL_DURATION);
        goDurations = metrics.histogram(Metric.GO_REQUESTS);
        goErrors = metrics.gauge(Metric.GO_REQUEST_ERRORS);
        logins = metrics.counter(Metric.LOGINS);
        restarts = metrics.counter(Metric.WATCH_RESTARTS);
        metrics.read(Metric.SESSIONS, this::readSessions);
        metrics.read(Metric.CERTIFICATE_EXPIRY, this::readCertificates);
        metrics.read(Metric.VCENTER_TRUSTED, this::readTrust);
        metrics.read(Metric.VCENTER_SILENT, this::readUnreachable);
        metrics.read(Metric.SNAPSHOT_AGE, this::readAge);
        metrics.read(Metric.CREDENTIALS_OUTDATED, this::readOutdated);
    }

    /// Sets the watched vCenters, and removes the series of all others.
    public void setVcenters(List<? extends WatchedVcenter> now) {
        Set<String> names = now.stream().map(WatchedVcenter::name).collect(Collectors.toUnmodifiableSet());
        configured.retainAll(names);
        watched = List.copyOf(now);
        List.of(calls, errors, logins, restarts).forEach(series -> series.retainOnly(VCENTER, names));
        durations.retainOnly(VCENTER, names);
        certificates.keySet().retainAll(names);
        rates.keySet().retainAll(names);
    }

    private void initialise(String vcenter) {
        configured.add(vcenter);
        for (LoginProtocol protocol : LoginProtocol.values()) {
            logins.begin(vcenter, protocol.text(), LoginOutcome.ACCEPTED.text());
            logins.begin(vcenter, protocol.text(), LoginOutcome.REFUSED.text());
        }
    }

    @Override
    public VcenterObserver calls(String vcenter) {
        initialise(vcenter);
        return new VcenterObserver() {
            @Override
            public void onCall(String method, Duration duration, Optional<Kind> failure) {
                if (configured.contains(vcenter)) {
                    count(vcenter, method, duration, failure.filter(kind -> kind != Kind.CANCELED));
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

    private void count(String vcenter, String method, Duration duration, Optional<Kind> failure) {
        calls.increment(vcenter, method);
        rates.computeIfAbsent(vcenter, _ -> new CallRate(nanoTime.getAsLong())).count(nanoTime.getAsLong());
        durations.observe(duration, vcenter, method);
        goDurations.observe(duration, method);
        failure.ifPresent(kind -> {
            errors.increment(vcenter, method, kind.text());
            goErrors.increment(method);
        });
    }

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

    /// Returns the state of each watched vCenter, in the order of the configuration.
    public List<VcenterState> states() {
        long now = nanoTime.getAsLong();
        return watched.stream()
                .map(each -> new VcenterState(
                        each.name(),
                        each.timeSinceConfirmed(),
                        each.silence().map(silence -> new Reason(silence.code(), silence.why())),
                        each.credentialsKeptBecause(),
                        sessions.getOrDefault(new Session(each.name(), LoginProtocol.SOAP), 0),
                        sessions.getOrDefault(new Session(each.name(), LoginProtocol.REST), 0),
                        Optional.ofNullable(rates.get(each.name())).flatMap(rate -> rate.lastMinute(now)),
                        Optional.ofNullable(certificates.get(each.name()))))
                .toList();
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

    private void readCertificates(GaugeCallback.Sink sink) {
        certificates.forEach((vcenter, end) -> sink.value((double) end.getEpochSecond(), vcenter));
    }

    private void readTrust(GaugeCallback.Sink sink) {
        for (WatchedVcenter vcenter : watched) {
            boolean isTrusted = vcenter.timeSinceConfirmed().isPresent()
                    && vcenter.silence().isEmpty();
            sink.value(isTrusted ? 1 : 0, vcenter.name());
        }
    }

    private void readUnreachable(GaugeCallback.Sink sink) {
        for (WatchedVcenter vcenter : watched) {
            vcenter.silence()
                    .ifPresent(silence ->
                            sink.value(1, vcenter.name(), silence.code().text()));
        }
    }

    private void readOutdated(GaugeCallback.Sink sink) {
        for (WatchedVcenter vcenter : watched) {
            sink.value(vcenter.credentialsKeptBecause().isPresent() ? 1 : 0, vcenter.name());
        }
    }

    private void readAge(GaugeCallback.Sink sink) {
        for (WatchedVcenter vcenter : watched) {
            vcenter.timeSinceConfirmed().ifPresent(age -> sink.value(age.toNanos() / NANOS, vcenter.name()));
        }
    }
}
