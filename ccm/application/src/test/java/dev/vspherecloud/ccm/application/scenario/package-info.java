/// The promises of the program, tested on the packaged program with real servers. Each class tests one promise; its
/// title is the first line of its comment.
///
/// This package contains the promises of the process as a whole, and code that scenarios of several subjects share.
/// Each package below contains the promises of one subject, and does not depend on the others. Begin with
/// `InitialisationScenario` in `node`.
@NullMarked
package dev.vspherecloud.ccm.application.scenario;

import org.jspecify.annotations.NullMarked;
