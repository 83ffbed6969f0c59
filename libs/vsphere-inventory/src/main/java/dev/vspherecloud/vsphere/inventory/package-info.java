/// What every vCenter has right now, as far as our Nodes are concerned.
///
/// One [VcenterWatcher] per vCenter owns the session and is the only writer of that vCenter's snapshot; readers get
/// immutable values and never wait. Its cost on vCenter grows with our VMs and their changes, never with the other
/// VMs, tags or events that the vCenter holds, and nothing is learnt from silence. DESIGN.md in this module says
/// why it works the way it does.
@NullMarked
package dev.vspherecloud.vsphere.inventory;

import org.jspecify.annotations.NullMarked;
