/// What becomes of a Node that is not ready: tainted, deleted, kept.
@NullMarked
package dev.vspherecloud.domain.lifecycle;

import org.jspecify.annotations.NullMarked;
