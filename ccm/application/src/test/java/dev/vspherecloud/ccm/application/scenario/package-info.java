/// What the program promises, shown on the packaged program with real servers. One class a promise; its title is the
/// first line of its comment.
@NullMarked
package dev.vspherecloud.ccm.application.scenario;

import org.jspecify.annotations.NullMarked;
