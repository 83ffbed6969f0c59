/// The program `vsphere-csi`. Begin with [CsiMain][dev.vspherecloud.csi.application.CsiMain].
@NullMarked
package dev.vspherecloud.csi.application;

import org.jspecify.annotations.NullMarked;
