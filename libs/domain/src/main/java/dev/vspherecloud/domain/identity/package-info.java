/// Which VM is a Node's. [NodeClaim] says what a Node claims, [VmLookup] what came of asking for it.
@NullMarked
package dev.vspherecloud.domain.identity;

import org.jspecify.annotations.NullMarked;
