/// A strict parser for the text that Prometheus scrapes.
///
/// The package knows the format. It does not know the metrics of this program, and starts no thread. Begin with
/// [Exposition].
@NullMarked
package dev.vspherecloud.testkit.exposition;

import org.jspecify.annotations.NullMarked;
