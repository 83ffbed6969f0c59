@NullMarked
package dev.vspherecloud.csi.domain.attachment;

import org.jspecify.annotations.NullMarked;
