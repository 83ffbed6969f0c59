@NullMarked
package dev.vspherecloud.csi.inventory;

import org.jspecify.annotations.NullMarked;
