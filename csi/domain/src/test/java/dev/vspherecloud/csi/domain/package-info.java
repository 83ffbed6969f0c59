/// Tests of the decisions about volumes.
@NullMarked
package dev.vspherecloud.csi.domain;

import org.jspecify.annotations.NullMarked;
