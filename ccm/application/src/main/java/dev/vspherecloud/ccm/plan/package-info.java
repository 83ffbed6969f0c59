/// What would become of a cluster if this program took the place of the one that runs there: every write that ours
/// would make on a Node, every Node that it leaves alone, and every Node that either program might delete.
///
/// Pure: it is given Nodes and what vCenter knows of their VMs, decides as the controllers do, and makes text or JSON
/// of it. Who is asked, and how, is the command's business.
@NullMarked
package dev.vspherecloud.ccm.plan;

import org.jspecify.annotations.NullMarked;
