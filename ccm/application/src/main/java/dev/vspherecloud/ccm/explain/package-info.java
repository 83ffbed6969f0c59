/// What the provider thinks of a Node, put into words: which VM is its and why, what became of every address and of
/// every place above the VM, what the Node has and would get, and what stands in the way.
///
/// Pure: it is given a Node and what vCenter knows, decides as [dev.vspherecloud.domain.node.NodePolicy] does, and
/// makes text or JSON of it. Who is asked, and how, is the command's business.
@NullMarked
package dev.vspherecloud.ccm.explain;

import org.jspecify.annotations.NullMarked;
