/// Tests of the output formats.
@NullMarked
package dev.vspherecloud.ccm.application.print;

import org.jspecify.annotations.NullMarked;
