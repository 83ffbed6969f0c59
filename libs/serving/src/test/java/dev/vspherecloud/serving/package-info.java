/// Tests of the HTTPS server, through its port and of its parts.
@NullMarked
package dev.vspherecloud.serving;

import org.jspecify.annotations.NullMarked;
