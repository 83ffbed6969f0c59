/// The process: command line, leader election, start and stop. Begin with
/// [ControllerProcess][dev.vspherecloud.csi.application.process.ControllerProcess].
@NullMarked
package dev.vspherecloud.csi.application.process;

import org.jspecify.annotations.NullMarked;
