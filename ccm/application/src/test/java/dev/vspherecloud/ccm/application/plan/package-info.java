/// Tests the results of `plan`, and their output.
@NullMarked
package dev.vspherecloud.ccm.application.plan;

import org.jspecify.annotations.NullMarked;
