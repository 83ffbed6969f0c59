/// What the program promises, shown on the packaged program with real servers. One class a promise; its title is the
/// first line of its comment.
///
/// Here are the promises of the process as a whole, and what scenarios of more than one subject use. The
/// packages below hold the promises of one subject each, and know nothing of each other. Begin with
/// `InitialisationScenario` in `node`.
@NullMarked
package dev.vspherecloud.ccm.application.scenario;

import org.jspecify.annotations.NullMarked;
