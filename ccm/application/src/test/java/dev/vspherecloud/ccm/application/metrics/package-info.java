/// What is counted, and what dashboard and alerts make of it.
@NullMarked
package dev.vspherecloud.ccm.application.metrics;

import org.jspecify.annotations.NullMarked;
