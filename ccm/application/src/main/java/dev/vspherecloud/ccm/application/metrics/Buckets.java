package dev.vspherecloud.ccm.application.metrics;

import java.util.List;
import java.util.stream.IntStream;

/// Upper bounds of histogram buckets.
///
/// Rule from: component-base, metrics/prometheus, and cloud-provider, for the metrics that cloud-provider-vsphere
/// (Go) has.
final class Buckets {
    private Buckets() {}

    /// The buckets of the metrics `workqueue_…`: ten, from 10 ns to 10 s.
    static final List<Double> QUEUE = exponential(1e-8, 10, 10);

    static final List<Double> REQUEST = List.of(0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0);

    static final List<Double> SIZE =
            List.of(64.0, 256.0, 512.0, 1024.0, 4096.0, 16384.0, 65536.0, 262144.0, 1048576.0, 4194304.0, 16777216.0);

    /// The buckets of the metrics `node_controller_…`.
    static final List<Double> NODE = exponential(1, 4, 6);

    /// The buckets of the metrics `cloud_node_lifecycle_controller_…`.
    static final List<Double> CYCLE = exponential(0.001, 2, 15);

    static final List<Double> REVIEW = List.of(0.25, 0.5, 0.7, 1.0, 1.5, 3.0, 5.0, 10.0);

    /// The buckets of the calls to vCenter. The largest bound is the longest wait for updates.
    static final List<Double> VCENTER = List.of(0.005, 0.025, 0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 40.0);

    static final List<Double> REACTION = List.of(0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0);

    /// Returns bounds that grow by a factor. They are rounded to six digits: 1024 stays as it is, and 1e-5 does not
    /// become 0.000009999999999999999.
    private static List<Double> exponential(double first, double factor, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Double.valueOf("%.6g".formatted(first * Math.pow(factor, i))))
                .toList();
    }
}
