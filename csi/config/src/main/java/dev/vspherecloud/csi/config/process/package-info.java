/// Reads the settings of the process from its environment variables. Pure. Begin with [ProcessConfigReader]; the
/// variables that override the configuration file are in the package above.
@NullMarked
package dev.vspherecloud.csi.config.process;

import org.jspecify.annotations.NullMarked;
