@NullMarked
package dev.vspherecloud.csi.vcenter.inventory.storage;

import org.jspecify.annotations.NullMarked;
