/// Connects the synchronisation of metadata with CNS, with the API server, and with Events and metrics.
@NullMarked
package dev.vspherecloud.csi.application.metadata;

import org.jspecify.annotations.NullMarked;
