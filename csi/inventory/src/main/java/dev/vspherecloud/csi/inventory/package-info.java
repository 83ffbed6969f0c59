/// The VMs behind Nodes and VolumeAttachments, and their disks, from the long polls of the vCenters. Begin with
/// [InventoryNodes][dev.vspherecloud.csi.inventory.InventoryNodes].
@NullMarked
package dev.vspherecloud.csi.inventory;

import org.jspecify.annotations.NullMarked;
