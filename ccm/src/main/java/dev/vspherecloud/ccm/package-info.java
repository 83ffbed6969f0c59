/// The process: command line, wiring by hand, the order of start and stop.
@NullMarked
package dev.vspherecloud.ccm;

import org.jspecify.annotations.NullMarked;
