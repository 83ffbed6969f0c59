package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.datacenter.DatacenterMatch;
import dev.vspherecloud.domain.datacenter.DatacenterPath;
import dev.vspherecloud.domain.datacenter.DatacenterRule;
import dev.vspherecloud.domain.datacenter.DatacenterSelection;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds the datacenters that the configuration names in a vCenter, and logs once which values name none, because
/// the provider then finds no VMs there.
///
/// Threads: only the watcher's thread. Any thread may read the selection.
final class DatacenterCheck {
    private static final Logger log = LoggerFactory.getLogger(DatacenterCheck.class);

    /// The interval at which datacenters are read again while a value fits several of them, because nothing else
    /// shows that one of them is gone.
    private static final Duration RETRY = Duration.ofMinutes(5);

    private final String vcenter;
    private final LongSupplier nanoTime;

    /// Empty until datacenters were read: it is not known before which of them the values name.
    private volatile Optional<DatacenterSelection> selection;

    private List<DatacenterMatch> lastReported = List.of();

    /// The datacenter rule of the last check, and the session in which it was checked.
    private @Nullable Checked lastCheck;

    DatacenterCheck(String vcenter, DatacenterRule rule, LongSupplier nanoTime) {
        this.vcenter = vcenter;
        this.nanoTime = nanoTime;
        this.selection = Optional.of(rule).filter(DatacenterRule::admitsAll).map(DatacenterCheck::ofAll);
    }

    /// Returns the datacenters that were selected last; empty before the first time.
    Optional<DatacenterSelection> selection() {
        return selection;
    }

    /// Selects the configured datacenters. If nothing has changed since the last check in the same session, does
    /// nothing.
    ///
    /// @param ancestors the objects above VMs, which vCenter keeps current
    /// @return true if the selection may have changed
    boolean check(VcenterSession session, DatacenterRule rule, Map<MoRef, AncestorRecord> ancestors) {
        List<DatacenterPath> ofVms = rule.admitsAll()
                ? List.of()
                : DatacenterPaths.of(ancestors).stream()
                        .filter(DatacenterPath::isComplete)
                        .toList();
        if (lastCheck != null
                && lastCheck.session().equals(session)
                && lastCheck.rule().equals(rule)
                && visible().containsAll(ofVms)
                && !isRetryDue(lastCheck)) {
            return false;
        }
        List<DatacenterPath> before = visible();
        boolean isSameRule = lastCheck != null && lastCheck.rule().equals(rule);
        DatacenterSelection now = rule.admitsAll() ? ofAll(rule) : rule.select(datacenters(session, ofVms));
        selection = Optional.of(now);
        report(now);
        lastCheck = new Checked(session, rule, nanoTime.getAsLong());
        return !isSameRule || !now.visible().equals(before);
    }

    private static DatacenterSelection ofAll(DatacenterRule rule) {
        return rule.select(List.of());
    }

    private List<DatacenterPath> visible() {
        return selection.map(DatacenterSelection::visible).orElse(List.of());
    }

    private boolean isRetryDue(Checked last) {
        return nanoTime.getAsLong() - last.at() >= RETRY.toNanos()
                && lastReported.stream().anyMatch(DatacenterMatch.Several.class::isInstance);
    }

    /// @param at nanoseconds of the monotonic clock
    private record Checked(VcenterSession session, DatacenterRule rule, long at) {}

    /// Reads all datacenters. Those of VMs take precedence: their paths may be newer, and there is no further check
    /// because of them.
    private static List<DatacenterPath> datacenters(VcenterSession session, List<DatacenterPath> ofVms) {
        Map<String, DatacenterPath> all = new HashMap<>(DatacenterPaths.read(session).stream()
                .collect(Collectors.toMap(DatacenterPath::moref, Function.identity())));
        ofVms.forEach(datacenter -> all.put(datacenter.moref(), datacenter));
        return List.copyOf(all.values());
    }

    private void report(DatacenterSelection now) {
        List<DatacenterMatch> unresolved = now.unresolved();
        if (!unresolved.isEmpty() && !unresolved.equals(lastReported)) {
            List<String> unknown = unresolved.stream()
                    .filter(DatacenterMatch.Nothing.class::isInstance)
                    .map(match -> match.value().text())
                    .toList();
            if (!unknown.isEmpty()) {
                log.atError()
                        .addKeyValue("vcenter", vcenter)
                        .addKeyValue("unknown", unknown)
                        .addKeyValue("visible", texts(now.visible()))
                        .log("Configured datacenters do not exist in this vCenter, or the account may not read them;"
                                + " correct 'datacenters' in the configuration or give the account the right"
                                + commaAdvice(now));
            }
            unresolved.forEach(match -> {
                if (match instanceof DatacenterMatch.Several(var value, var datacenters)) {
                    log.atError()
                            .addKeyValue("vcenter", vcenter)
                            .addKeyValue("value", value.text())
                            .addKeyValue("fits", texts(datacenters))
                            .log("A configured datacenter fits several datacenters of this vCenter, so it names none of"
                                    + " them; write the inventory path of each in 'datacenters'");
                }
            });
        }
        lastReported = unresolved;
    }

    private static String commaAdvice(DatacenterSelection now) {
        return now.visible().stream().anyMatch(DatacenterPath::hasComma)
                ? ". A comma separates names: write a name with a comma between double quotes within the value, or write"
                        + " the reference, which 'visible' has in brackets"
                : "";
    }

    private static List<String> texts(List<DatacenterPath> datacenters) {
        return datacenters.stream().map(DatacenterPath::toString).toList();
    }
}
