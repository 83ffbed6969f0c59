/// What the chart and the manifests come to, looked at without a cluster, and by a real API server.
@NullMarked
package dev.vspherecloud.deploy;

import org.jspecify.annotations.NullMarked;
