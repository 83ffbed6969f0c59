@NullMarked
package dev.vspherecloud.testkit.csi;

import org.jspecify.annotations.NullMarked;
