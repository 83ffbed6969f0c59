/// Why something is not as it should be, in words that people and alerts rely on.
@NullMarked
package dev.vspherecloud.domain.reason;

import org.jspecify.annotations.NullMarked;
