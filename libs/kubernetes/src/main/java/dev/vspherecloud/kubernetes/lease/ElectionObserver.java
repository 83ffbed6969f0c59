package dev.vspherecloud.kubernetes.lease;

/// Receives what the metrics of an election count. The thread of the [LeaderElector] calls it; it must return
/// at once.
///
/// Rule from: client-go, tools/leaderelection/metrics.go.
public interface ElectionObserver {
    ElectionObserver NONE = new ElectionObserver() {
        @Override
        public void onLeadershipChanged(String lease, boolean leads) {}

        @Override
        public void onSlowPath(String lease) {}
    };

    /// Called when the election begins, and whenever this process starts or stops leading.
    ///
    /// @param lease the name of the Lease
    void onLeadershipChanged(String lease, boolean leads);

    /// Called when the leader could not renew the Lease from the version that it wrote last, and had to read
    /// the Lease first.
    void onSlowPath(String lease);
}
