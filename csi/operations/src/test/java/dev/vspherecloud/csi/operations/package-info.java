@NullMarked
package dev.vspherecloud.csi.operations;

import org.jspecify.annotations.NullMarked;
