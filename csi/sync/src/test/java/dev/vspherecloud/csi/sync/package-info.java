@NullMarked
package dev.vspherecloud.csi.sync;

import org.jspecify.annotations.NullMarked;
