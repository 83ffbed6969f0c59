/// The worst that vCenters, kubelets and clients of the port can send, against the heap of the packaged program.
@NullMarked
package dev.vspherecloud.ccm.application.scenario.heap;

import org.jspecify.annotations.NullMarked;
