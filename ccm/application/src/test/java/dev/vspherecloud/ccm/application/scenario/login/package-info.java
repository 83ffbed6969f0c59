/// Promises about credentials and sessions: rotation, no account lockout, no leak of a secret.
///
/// Begin with [RotationScenario].
@NullMarked
package dev.vspherecloud.ccm.application.scenario.login;

import org.jspecify.annotations.NullMarked;
