/// Tests of the status page.
@NullMarked
package dev.vspherecloud.ccm.application.status;

import org.jspecify.annotations.NullMarked;
