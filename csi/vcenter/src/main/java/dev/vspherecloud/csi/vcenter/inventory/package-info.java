/// The VMs behind Nodes and VolumeAttachments, and their disks, from the long polls of the vCenters. Begin with
/// [InventoryNodes][dev.vspherecloud.csi.vcenter.inventory.InventoryNodes].
@NullMarked
package dev.vspherecloud.csi.vcenter.inventory;

import org.jspecify.annotations.NullMarked;
