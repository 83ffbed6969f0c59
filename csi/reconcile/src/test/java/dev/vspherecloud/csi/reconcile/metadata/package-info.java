@NullMarked
package dev.vspherecloud.csi.reconcile.metadata;

import org.jspecify.annotations.NullMarked;
