/// Promises about working Nodes: how they are initialised, found, labelled, and kept up to date.
///
/// Begin with [InitialisationScenario].
@NullMarked
package dev.vspherecloud.ccm.application.scenario.node;

import org.jspecify.annotations.NullMarked;
