package dev.vspherecloud.kubernetes.lease;

/// What can be counted about an election. Called by the elector's thread; must return at once.
///
/// Rule from: client-go, tools/leaderelection/metrics.go.
public interface ElectionObserver {
    ElectionObserver NONE = new ElectionObserver() {
        @Override
        public void leads(String lease, boolean leads) {}

        @Override
        public void tookSlowPath(String lease) {}
    };

    /// Told at the beginning, and whenever it changed.
    ///
    /// @param lease the name of the Lease
    void leads(String lease, boolean leads);

    /// The leader could not renew what it wrote last, and had to read the Lease first.
    void tookSlowPath(String lease);
}
