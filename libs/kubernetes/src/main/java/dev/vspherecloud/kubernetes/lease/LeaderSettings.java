package dev.vspherecloud.kubernetes.lease;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.UUID;

/// The settings of leader election.
///
/// @param component     the name of the program in the Events about the election
/// @param namespace     the namespace of the Lease
/// @param name          the name of the Lease
/// @param identity      the name of this process in the Lease; differs from that of every other process
/// @param leaseDuration how long a candidate waits after the last renewal of a leader; whole seconds are
///     written
/// @param renewDeadline how long a leader goes on without a successful renewal; less than the lease duration,
///     so that it has stopped when another starts
/// @param retryPeriod   the time between two attempts
public record LeaderSettings(
        String component,
        String namespace,
        String name,
        String identity,
        Duration leaseDuration,
        Duration renewDeadline,
        Duration retryPeriod) {
    /// The factor by which a pause is extended at random, at most. From: client-go, tools/leaderelection,
    /// JitterFactor.
    static final double JITTER = 1.2;

    public LeaderSettings {
        if (identity.isBlank()) {
            throw new IllegalArgumentException("the identity of the candidate is empty");
        }
        if (leaseDuration.toSeconds() < 1 || leaseDuration.compareTo(renewDeadline) <= 0) {
            throw new IllegalArgumentException("the lease duration (%s) must be longer than the renew deadline (%s)"
                    .formatted(leaseDuration, renewDeadline));
        }
        if (retryPeriod.isZero()
                || retryPeriod.isNegative()
                || renewDeadline.toNanos() <= JITTER * retryPeriod.toNanos()) {
            throw new IllegalArgumentException(
                    "the renew deadline (%s) must be longer than %s times the retry period (%s)"
                            .formatted(renewDeadline, JITTER, retryPeriod));
        }
    }

    /// Returns the settings with the Lease and the times that every cloud-controller-manager has.
    public static LeaderSettings defaults(String identity) {
        return new LeaderSettings(
                "cloud-controller-manager",
                "kube-system",
                "cloud-controller-manager",
                identity,
                Duration.ofSeconds(15),
                Duration.ofSeconds(10),
                Duration.ofSeconds(2));
    }

    /// Returns the same settings for another Lease.
    public LeaderSettings withName(String other) {
        return new LeaderSettings(component, namespace, other, identity, leaseDuration, renewDeadline, retryPeriod);
    }

    /// Returns an identity that no other process has: host name, underscore, random UUID. In a Pod the host name is
    /// the name of the Pod; without a host name the UUID makes the identity unique. To find the host name, the
    /// system may ask the name server.
    public static String newIdentity() {
        return hostName() + "_" + UUID.randomUUID();
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            return "unknown";
        }
    }
}
