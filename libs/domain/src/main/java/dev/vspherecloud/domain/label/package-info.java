/// What a label of Kubernetes may be. Knows nothing of what labels mean.
@NullMarked
package dev.vspherecloud.domain.label;

import org.jspecify.annotations.NullMarked;
