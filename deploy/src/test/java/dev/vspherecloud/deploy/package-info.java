/// Tests of the chart and the manifests, without a cluster and against a real API server.
@NullMarked
package dev.vspherecloud.deploy;

import org.jspecify.annotations.NullMarked;
