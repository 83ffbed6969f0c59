package dev.vspherecloud.ccm.controllers.node;

import dev.vspherecloud.ccm.domain.address.ConfiguredRule;
import dev.vspherecloud.ccm.domain.address.NodeNetworks;
import dev.vspherecloud.domain.vm.Guest;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Logs the address rules that match no NIC of any Node's VM, once for each change of the configuration.
///
/// A rule counts as unused five minutes after the first Node was evaluated with it: all Nodes are evaluated within
/// that time.
///
/// Times are nanoseconds of one monotonic clock. Threads: any; this object's monitor guards its state.
final class UnusedRuleLog {
    private static final Logger log = LoggerFactory.getLogger(UnusedRuleLog.class);
    private static final Duration AFTER = Duration.ofMinutes(5);

    private NodeNetworks networks = NodeNetworks.ANY;
    private List<ConfiguredRule> unused = List.of();
    private long since;

    /// Evaluates the report of one guest, and logs the unused rules when they are due.
    ///
    /// @return the rules that were logged now
    List<ConfiguredRule> check(NodeNetworks configured, Guest guest, long now) {
        List<ConfiguredRule> due = due(configured, guest, now);
        if (!due.isEmpty()) {
            log.atWarn()
                    .addKeyValue("rules", due)
                    .log("Rules in section nodes match no NIC of any VM; correct or remove them");
        }
        return due;
    }

    private synchronized List<ConfiguredRule> due(NodeNetworks configured, Guest guest, long now) {
        if (!configured.equals(networks)) {
            networks = configured;
            unused = ConfiguredRule.all(configured);
            since = now;
        }
        unused = unused.stream().filter(rule -> !rule.matches(guest)).toList();
        if (now - since < AFTER.toNanos()) {
            return List.of();
        }
        List<ConfiguredRule> due = unused;
        unused = List.of();
        return due;
    }
}
