/// Whether a Node's VM is there, gone or not to be told: what proves it, and who is asked.
@NullMarked
package dev.vspherecloud.domain.existence;

import org.jspecify.annotations.NullMarked;
