/// A strict reader of the text that Prometheus scrapes.
@NullMarked
package dev.vspherecloud.testkit.exposition;

import org.jspecify.annotations.NullMarked;
