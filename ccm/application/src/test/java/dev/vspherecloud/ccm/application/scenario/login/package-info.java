/// Promises about credentials and sessions: how they rotate, what locks no account, and that no secret leaks.
///
/// Begin with [RotationScenario].
@NullMarked
package dev.vspherecloud.ccm.application.scenario.login;

import org.jspecify.annotations.NullMarked;
