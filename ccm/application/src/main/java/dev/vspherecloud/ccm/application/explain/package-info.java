/// Explains one Node: which VM it has and why, the decision about every address and tag, which addresses and labels
/// the Node has and would get, and what is missing.
///
/// Pure: the package gets a Node and the answers of vCenter, decides as `NodePolicy` does, and returns text or
/// JSON. `ExplainCommand` reads the cluster. The package starts no thread. Begin with [Explanation].
@NullMarked
package dev.vspherecloud.ccm.application.explain;

import org.jspecify.annotations.NullMarked;
