/// A program that reads `vsphere.conf` by a table of its own, and uses what the library lets everybody see.
@NullMarked
package dev.vspherecloud.config.program;

import org.jspecify.annotations.NullMarked;
