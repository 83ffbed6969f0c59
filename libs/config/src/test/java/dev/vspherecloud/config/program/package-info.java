/// Example program that reads `vsphere.conf` by its own table. It uses only the public API of the library.
@NullMarked
package dev.vspherecloud.config.program;

import org.jspecify.annotations.NullMarked;
