package dev.vspherecloud.ccm.application.flag;

import static dev.vspherecloud.ccm.application.flag.Flag.ENABLE_LEADER_MIGRATION;
import static dev.vspherecloud.ccm.application.flag.Flag.LEADER_ELECT;
import static dev.vspherecloud.ccm.application.flag.Flag.LEADER_ELECT_LEASE_DURATION;
import static dev.vspherecloud.ccm.application.flag.Flag.LEADER_ELECT_RENEW_DEADLINE;
import static dev.vspherecloud.ccm.application.flag.Flag.LEADER_ELECT_RESOURCE_LOCK;
import static dev.vspherecloud.ccm.application.flag.Flag.LEADER_ELECT_RESOURCE_NAME;
import static dev.vspherecloud.ccm.application.flag.Flag.LEADER_ELECT_RESOURCE_NAMESPACE;
import static dev.vspherecloud.ccm.application.flag.Flag.LEADER_ELECT_RETRY_PERIOD;
import static dev.vspherecloud.ccm.application.flag.Flag.LEADER_MIGRATION_CONFIG;

import dev.vspherecloud.ccm.application.flag.Options.LeaderElectionOptions;

/// Reads the flags for leader election, and checks that their values fit together. If leader election is off,
/// nothing is checked.
///
/// Rule from: client-go, `tools/leaderelection` (`NewLeaderElector`).
final class ElectionRule {
    private final FlagValues flags;

    ElectionRule(FlagValues flags) {
        this.flags = flags;
    }

    LeaderElectionOptions options() {
        var election = new LeaderElectionOptions(
                flags.isOn(LEADER_ELECT),
                flags.text(LEADER_ELECT_RESOURCE_NAMESPACE),
                flags.text(LEADER_ELECT_RESOURCE_NAME),
                flags.duration(LEADER_ELECT_LEASE_DURATION),
                flags.duration(LEADER_ELECT_RENEW_DEADLINE),
                flags.duration(LEADER_ELECT_RETRY_PERIOD),
                new Options.MigrationOptions(flags.isOn(ENABLE_LEADER_MIGRATION), flags.path(LEADER_MIGRATION_CONFIG)));
        if (election.enabled()) {
            check(election);
        }
        return election;
    }

    private void check(LeaderElectionOptions election) {
        flags.positive(LEADER_ELECT_RETRY_PERIOD);
        flags.require(
                election.leaseDuration().compareTo(election.renewDeadline()) > 0,
                LEADER_ELECT_LEASE_DURATION,
                moreThan("", LEADER_ELECT_RENEW_DEADLINE));
        flags.require(
                election.renewDeadline()
                                .compareTo(
                                        election.retryPeriod().multipliedBy(6).dividedBy(5))
                        > 0,
                LEADER_ELECT_RENEW_DEADLINE,
                moreThan("1.2 times ", LEADER_ELECT_RETRY_PERIOD));
        flags.require(flags.text(LEADER_ELECT_RESOURCE_LOCK).equals("leases"), LEADER_ELECT_RESOURCE_LOCK, "leases");
        flags.require(!election.name().isEmpty(), LEADER_ELECT_RESOURCE_NAME, "the name of a Lease");
        flags.require(!election.namespace().isEmpty(), LEADER_ELECT_RESOURCE_NAMESPACE, "a namespace");
    }

    private String moreThan(String times, Flag other) {
        return "more than %s%s (%s)".formatted(times, other, flags.text(other));
    }
}
