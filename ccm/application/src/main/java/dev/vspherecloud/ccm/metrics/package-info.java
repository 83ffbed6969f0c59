/// Feeds the table of metrics: each class hears of what one part of the program does, and counts it.
///
/// It knows the observers that the other modules offer, and the registry; it decides nothing, and nothing depends on
/// what it counted.
@NullMarked
package dev.vspherecloud.ccm.metrics;

import org.jspecify.annotations.NullMarked;
