/// The Controller service: reads requests strictly, calls the volumes, and words the answers. Begin with
/// [VolumeController][dev.vspherecloud.csi.application.controller.VolumeController].
@NullMarked
package dev.vspherecloud.csi.application.controller;

import org.jspecify.annotations.NullMarked;
