@NullMarked
package dev.vspherecloud.csi.operations.attachment;

import org.jspecify.annotations.NullMarked;
