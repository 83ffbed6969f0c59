@NullMarked
package dev.vspherecloud.ccm.cluster;

import org.jspecify.annotations.NullMarked;
