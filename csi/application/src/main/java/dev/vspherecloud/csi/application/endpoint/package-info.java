/// The port of the CSI driver for Prometheus and for the probes of the kubelet.
///
/// The package knows the paths, and which page is behind each. It does not know what the pages show. Begin with
/// [MetricsEndpoint].
@NullMarked
package dev.vspherecloud.csi.application.endpoint;

import org.jspecify.annotations.NullMarked;
