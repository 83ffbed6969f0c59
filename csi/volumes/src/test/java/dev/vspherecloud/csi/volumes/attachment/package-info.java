@NullMarked
package dev.vspherecloud.csi.volumes.attachment;

import org.jspecify.annotations.NullMarked;
