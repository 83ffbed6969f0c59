/// Tests the metrics, and the dashboard and alerts that use them.
@NullMarked
package dev.vspherecloud.ccm.application.metrics;

import org.jspecify.annotations.NullMarked;
