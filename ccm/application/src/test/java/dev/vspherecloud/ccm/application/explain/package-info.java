/// Tests the output of `explain` word by word.
@NullMarked
package dev.vspherecloud.ccm.application.explain;

import org.jspecify.annotations.NullMarked;
