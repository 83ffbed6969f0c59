/// The vCenters of the configuration as the library of connections needs them.
///
/// Begin with [VcenterTargets].
@NullMarked
package dev.vspherecloud.ccm.application.connection;

import org.jspecify.annotations.NullMarked;
