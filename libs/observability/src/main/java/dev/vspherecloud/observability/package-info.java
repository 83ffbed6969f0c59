/// What the program tells about itself: its log lines and its version.
///
/// This package knows the form of a log line and which lines are wanted. It knows nothing of Nodes, vCenters or
/// Kubernetes: it is an slf4j provider, found by slf4j on the class path, and other modules meet it only as slf4j.
@NullMarked
package dev.vspherecloud.observability;

import org.jspecify.annotations.NullMarked;
