/// Which addresses a Node gets. [AddressPolicy] is where to begin.
@NullMarked
package dev.vspherecloud.domain.address;

import org.jspecify.annotations.NullMarked;
