/// When many VMs disappear at once: nothing is deleted until somebody has looked.
@NullMarked
package dev.vspherecloud.domain.breaker;

import org.jspecify.annotations.NullMarked;
