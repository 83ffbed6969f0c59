@NullMarked
package dev.vspherecloud.csi.vcenter.inventory;

import org.jspecify.annotations.NullMarked;
