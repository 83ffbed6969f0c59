/// The Controller service: reads requests strictly, calls the volumes, and words the answers. Begin with
/// [CsiController][dev.vspherecloud.csi.application.controller.CsiController].
@NullMarked
package dev.vspherecloud.csi.application.controller;

import org.jspecify.annotations.NullMarked;
