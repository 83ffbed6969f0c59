/// VMs as vCenter shows them: identity, guest, hardware, place in the inventory. Values only; nothing here decides.
@NullMarked
package dev.vspherecloud.domain.vm;

import org.jspecify.annotations.NullMarked;
