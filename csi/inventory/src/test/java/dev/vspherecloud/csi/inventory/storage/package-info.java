@NullMarked
package dev.vspherecloud.csi.inventory.storage;

import org.jspecify.annotations.NullMarked;
