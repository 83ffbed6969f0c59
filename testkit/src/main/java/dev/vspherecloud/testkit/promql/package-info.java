/// Evaluates the part of Prometheus' query language that our alerts and dashboard are written in, on scrapes that a
/// test took.
@NullMarked
package dev.vspherecloud.testkit.promql;

import org.jspecify.annotations.NullMarked;
