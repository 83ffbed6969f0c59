@NullMarked
package dev.vspherecloud.testkit.csi.node;

import org.jspecify.annotations.NullMarked;
