/// Pages for whoever wants to know what this process is and does: nothing here changes what it does for the cluster.
@NullMarked
package dev.vspherecloud.serving.debug;

import org.jspecify.annotations.NullMarked;
